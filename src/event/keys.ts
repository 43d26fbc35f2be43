/**
 * The key of a process, shared by everything that is said about it: internal import events and the catalogue's
 * `data_import.*`. Parts are percent-encoded, so a slash inside an identifier cannot make two processes one.
 */
export function processKey(organisation: string, resourceType: string, externalIdentifier: string): string {
  return `${encoded(organisation)}/${encoded(resourceType)}/${encoded(externalIdentifier)}`;
}

const UNRESERVED = /^[\w.~-]*$/;

/** Most names stay as they are; to see that takes a fraction of the time that encoding them does. */
function encoded(part: string): string {
  return UNRESERVED.test(part) ? part : encodeURIComponent(part);
}

/** `ce_subject` of what is said about a process: an account and an order of one identifier are two things. */
export function processSubject(resourceType: string, externalIdentifier: string): string {
  return `${resourceType === 'order' ? 'order' : 'import'}-process/${externalIdentifier}`;
}
