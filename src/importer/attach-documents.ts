import type { ObjectStore } from './port.js';
import type { ClaimedTask } from './tasks.js';

/** What was found out about the documents of a task. */
export type DocumentCheck =
  | { readonly kind: 'found' }
  | { readonly kind: 'missing'; readonly paths: readonly string[] }
  /** The object store did not answer; asking again may help. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Looks for every document of a task. Never rejects. */
export async function checkDocuments(
  { input, rootLocation }: ClaimedTask<'attach_documents'>,
  objectStore: ObjectStore,
  signal: AbortSignal,
): Promise<DocumentCheck> {
  const paths: string[] = [];
  try {
    for (const path of input.paths) {
      if (!(await objectStore.exists(rootLocation, path, signal))) paths.push(path);
    }
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
  return paths.length > 0 ? { kind: 'missing', paths } : { kind: 'found' };
}
