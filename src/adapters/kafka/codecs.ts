import { init, decompress as unzstd, compress as zstd } from '@bokuweb/zstd-wasm';
import kafkajs from 'kafkajs';
import snappy from 'kafkajs-snappy';
import { compressFrame, decompressFrame } from 'lz4-napi';

/** What the library hands over when it compresses. */
interface Encoder {
  readonly buffer: Buffer;
}

interface Codec {
  compress(encoder: Encoder): Promise<Buffer>;
  decompress(buffer: Buffer): Promise<Buffer>;
}

const lz4: Codec = {
  compress: ({ buffer }) => compressFrame(buffer),
  decompress: (buffer) => decompressFrame(buffer),
};

const ZSTD_LEVEL = 3;
let initialised: Promise<void> | undefined;
const ready = (): Promise<void> => {
  initialised ??= init();
  return initialised;
};
const zstandard: Codec = {
  async compress({ buffer }) {
    await ready();
    return Buffer.from(zstd(buffer, ZSTD_LEVEL));
  },
  async decompress(buffer) {
    await ready();
    return Buffer.from(unzstd(buffer));
  },
};

/**
 * Lets the client library read what producers of any kind have compressed: by itself it knows gzip alone, and would stop for
 * ever at a batch compressed in another way.
 */
export function knowAllCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = snappy;
  CompressionCodecs[CompressionTypes.LZ4] = () => lz4;
  CompressionCodecs[CompressionTypes.ZSTD] = () => zstandard;
}
