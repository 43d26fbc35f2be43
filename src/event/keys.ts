/**
 * The key of a process, shared by everything that is said about it: internal import events and the catalogue's
 * `data_import.*`. Parts are percent-encoded, so a slash inside an identifier cannot make two processes one.
 */
export function processKey(organisation: string, resourceType: string, externalIdentifier: string): string {
  return [organisation, resourceType, externalIdentifier].map(encodeURIComponent).join('/');
}

/** `ce_subject` of what is said about a process: an account and an order of one identifier are two things. */
export function processSubject(resourceType: string, externalIdentifier: string): string {
  return `${resourceType === 'order' ? 'order' : 'import'}-process/${externalIdentifier}`;
}
