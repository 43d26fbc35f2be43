import type { Content, Parameter } from '../openapi/index.js';
import { mediaTypes } from './export/form.js';

export const formatParameter: Parameter = {
  name: 'format',
  in: 'query',
  description:
    'A page as JSON, or all rows as CSV or JSON lines, without `limit` and `cursor`. Where it is left out, `Accept` says so.',
  schema: { type: 'string', enum: Object.keys(mediaTypes), default: 'json' },
};

/** A list as a whole. */
export const exportForms: readonly Content[] = [
  {
    mediaType: mediaTypes.csv,
    schema: {
      type: 'string',
      description:
        'RFC 4180, with the names of the fields in the first line. Lists and objects are JSON. A text that a spreadsheet would take for a formula begins with a quote.',
    },
    examples: { csv: 'organisation,import_supplier\r\nacme,spring\r\n' },
  },
  {
    mediaType: mediaTypes.ndjson,
    schema: {
      type: 'string',
      description:
        'A row as JSON in each line. Where it fails in the middle, the last line is an object with the member `error`.',
    },
    examples: { ndjson: '{"organisation":"acme","import_supplier":"spring"}\n' },
  },
];
