/** As in S3: longer keys do not exist, and to ask for one is an error. */
const KEY_BYTES_MAX = 1_024;

/**
 * The key of the object at `<root location><path>`: names with one slash between them, and none in front. Undefined where
 * it leads out of the root, or could: to an object store `..` is a name like any other, but not to all that stands
 * between it and us.
 */
export function objectKey(rootLocation: string, path: string): string | undefined {
  const key = `${rootLocation.replace(/^\//, '')}${path}`;
  if (!path.startsWith('/') || key.includes('\0') || Buffer.byteLength(key) > KEY_BYTES_MAX) return undefined;
  return key.split('/').every((name) => name !== '' && name !== '.' && name !== '..') ? key : undefined;
}
