const CONTROL = /\p{Cc}/u;

/**
 * A path that stays below the folder it is put behind: leading slash, plain names, none empty, `.` or `..`; no
 * backslash, no control character, and no `%`, so that decoding it once more cannot make it another path.
 */
export function isDocumentPath(text: string): boolean {
  if (!text.startsWith('/') || CONTROL.test(text) || /[\\%]/.test(text)) return false;
  return text.slice(1).split('/').every(isPlainName);
}

/** The same without the leading slash: a folder in the object store. */
export function isRootLocation(text: string): boolean {
  return isDocumentPath(`/${text}`);
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.trim() === name;
}
