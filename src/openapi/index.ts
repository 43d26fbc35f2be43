/**
 * Words in which rooms say what their calls take and answer, and the OpenAPI 3.1 document made of them.
 * In: calls as data, the catalogue. Out: the document; what a change of it would break.
 * Never: serves anything, or knows a call by itself.
 */
export { type Breach, breaches } from './breaches.js';
export type {
  Answer,
  ApiPart,
  Body,
  Call,
  Content,
  ErrorAnswer,
  FieldFaults,
  JsonSchema,
  Parameter,
} from './call.js';
export { catalogueSchemas, publicVersions } from './catalogue-schemas.js';
export { type Deprecation, deprecations } from './deprecations.js';
export { type OpenApiDocument, openApiDocument } from './document.js';
export { array, flag, nullable, object, oneOf, ref, string, time, whole } from './schema.js';
