import { type Call, flag, object, ref, whole } from '../../openapi/index.js';
import { ACCOUNT, ORDER, type Resource } from '../resources.js';
import { exampleProcess } from './examples.js';
import { JSON_TYPE, noParameters, POSITION, pathName } from './shared.js';

interface Words {
  readonly resource: Resource;
  readonly name: 'Account' | 'Order';
  readonly group: string;
}

/** Status and cancellation of the processes of accounts and orders. */
export const processCalls: readonly Call[] = [
  ...callsOf({ resource: ACCOUNT, name: 'Account', group: 'Accounts' }),
  ...callsOf({ resource: ORDER, name: 'Order', group: 'Orders' }),
];

function callsOf({ resource, name, group }: Words): readonly Call[] {
  const { identifierField, path, type } = resource;
  const identifier = type === 'account' ? 'crm-000123' : 'order-000123';
  const of = { path: `${path}:identifier/`, group, scope: 'import' } as const;
  const parameters = [pathName('identifier', `Its \`${identifierField}\`, percent-encoded.`)];
  const { external_identifier: _, ...known } = exampleProcess;
  return [
    {
      ...of,
      method: 'get',
      id: `get${name}Process`,
      summary: `See how far an ${type} is`,
      parameters,
      answers: [
        {
          status: 200,
          description: 'The process, told by its latest attempt.',
          content: {
            mediaType: JSON_TYPE,
            schema: ref(`${name}Process`),
            examples: {
              complete: {
                [identifierField]: identifier,
                ...known,
                resource_type: type,
                ...(type === 'order' && { process_number: 'J-1A2B3C4D' }),
              },
            },
          },
        },
      ],
      errors: [noParameters],
    },
    {
      ...of,
      path: `${of.path}payload/`,
      method: 'get',
      id: `get${name}Payload`,
      summary: `See what is kept of the payload of an ${type}`,
      description: 'Of the latest attempt; what tells of a person is masked.',
      parameters,
      answers: [
        {
          status: 200,
          description: 'The payload, or that it was deleted.',
          content: {
            mediaType: JSON_TYPE,
            schema: object({
              attempt: whole('Which attempt.', 1),
              deleted: flag('Whether it was deleted, a set time after the process ended.'),
              payload: { description: 'Masked; null where it was deleted.' },
            }),
            examples: { deleted: { attempt: 1, deleted: true, payload: null } },
          },
        },
      ],
      errors: [noParameters],
    },
    {
      ...of,
      method: 'delete',
      id: `cancel${name}`,
      summary: `Cancel an ${type} that waits`,
      description: 'Cancelling twice is answered alike. What has ended otherwise can no longer be cancelled.',
      parameters,
      answers: [
        {
          status: 200,
          description: 'It is cancelled.',
          headers: POSITION,
          content: {
            mediaType: JSON_TYPE,
            schema: ref(`Cancelled${name}`),
            examples: {
              cancelled: {
                [identifierField]: identifier,
                resource_type: type,
                state: 'cancelled',
                attempt: 1,
                import_supplier: 'old-energy-2026',
                expiry_window_end: '2026-03-02T09:15:00.000Z',
                location: `${path}${identifier}/`,
              },
            },
          },
        },
      ],
      errors: [noParameters, { code: 'already_finished' }],
    },
  ];
}
