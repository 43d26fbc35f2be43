import { text } from './fields.js';

/** The client's name for a resource. With its type it identifies the process within an organisation. */
export const externalIdentifier = text({
  description: 'Your name for the resource: 1 to 255 characters, no control characters.',
  lengthMax: 255,
  format: 'identifier',
  examples: ['crm-000123'],
});

export const importSupplierName = text({
  description: 'Name of the import supplier it comes under.',
  lengthMax: 100,
  examples: ['old-energy-2026'],
});

export const organisationName = text({
  description: 'Short name of an organisation: small letters, digits and hyphens.',
  lengthMax: 63,
  format: 'name',
  examples: ['old-energy'],
});
