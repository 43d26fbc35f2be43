/** It has no types of its own. */
declare module 'kafkajs-snappy' {
  interface Codec {
    compress(encoder: { readonly buffer: Buffer }): Promise<Buffer>;
    decompress(buffer: Buffer): Promise<Buffer>;
  }
  export default function snappy(): Codec;
}
