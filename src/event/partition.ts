/**
 * The partition of a key: Kafka's murmur2 of its UTF-8 bytes, sign bit cleared, modulo the count. The same as the
 * default partitioner of the Java client, so that journal and topic agree whoever computes it.
 */
export function partitionOf(key: string, partitionCount: number): number {
  return (murmur2(Buffer.from(key, 'utf8')) & 0x7fffffff) % partitionCount;
}

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/** Kafka's variant of murmur2: seed and multiplier are those of `org.apache.kafka.common.utils.Utils`. */
export function murmur2(bytes: Buffer): number {
  const length = bytes.length;
  let hash = SEED ^ length;
  const whole = length - (length % 4);
  for (let i = 0; i < whole; i += 4) {
    let k = Math.imul(bytes.readInt32LE(i), MULTIPLIER);
    k = Math.imul(k ^ (k >>> 24), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ k;
  }
  const rest = length - whole;
  if (rest > 0) {
    for (let i = rest - 1; i >= 0; i--) hash ^= (bytes[whole + i] ?? 0) << (8 * i);
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
