// Dot-atom local part (RFC 5321 and 6531, without quoted strings, which no mail provider hands out), and a domain
// of labels with a top level of letters or punycode.
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+([\p{L}]{2,63}|xn--[a-z0-9-]{2,59})$/u;
const EMAIL_LOCAL_PART_MAX = 64;

export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= EMAIL_LOCAL_PART_MAX && EMAIL.test(text);
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u;

/** Text of one line: not only white space, no control characters or line ends. */
export function isLine(text: string): boolean {
  return !CONTROL.test(text) && text.trim() !== '';
}

/** Text of several lines: tabs and line ends are welcome, other control characters are not. */
export function isProse(text: string): boolean {
  return !CONTROL_BUT_LINES.test(text) && text.trim() !== '';
}

/** 1 to 255 characters are checked by the schema; here, that none is a control character. */
export function isIdentifier(text: string): boolean {
  return !CONTROL.test(text);
}

export function isAccountNumber(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(text);
}

/** Short name of an organisation: it stands in keys, paths and folders. */
export function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]*$/.test(text);
}

export function isMpid(text: string): boolean {
  return /^[A-Z0-9]{3,4}$/.test(text);
}
