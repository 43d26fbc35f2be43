/** What nobody sees in a name: controls, format characters such as a change of direction, halves of a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A path that stays below the folder it is put behind, whatever reads it: leading slash, plain names, none empty; no
 * backslash, and no `%`, so that decoding it once more cannot make it another path.
 */
export function isDocumentPath(text: string): boolean {
  if (!text.startsWith('/') || UNSEEN.test(text)) return false;
  // A file system, or a person, may take a character for its plain form: full-width dots and slashes are meant too.
  return [text, text.normalize('NFKC')].every((form) => form.slice(1).split('/').every(isPlainName));
}

/** The same without the leading slash: a folder in the object store. */
export function isRootLocation(text: string): boolean {
  return isDocumentPath(`/${text}`);
}

/** Some file systems drop dots and spaces at the end of a name, so `..` could be written in many ways. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.endsWith('.') && name.trim() === name && !/[\\%]/.test(name);
}
