/** Works on that many at once; after a fault it begins nothing new, waits for what is under way, and throws it. */
export async function eachOf<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let fault: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (const item of left) {
      if (fault) return;
      await work(item).catch((error: unknown) => {
        fault ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (fault) throw fault.error;
}
