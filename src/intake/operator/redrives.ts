import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import Type, { type Static } from 'typebox';
import { RequestError } from '../../errors.js';
import type { Authenticator } from '../authenticate.js';
import { readJsonBodies } from '../body.js';
import { createCaller } from '../caller.js';
import { refusal } from '../faults.js';
import { list, record, text } from '../fields.js';
import { readParameters } from '../parameters.js';
import type { RedriveDesk } from '../port.js';
import { compileStructure } from '../structure.js';

const PATH = '/v1/operator/redrives/';
const ACTIONS = ['redrive', 'discard'] as const;
const KEYS_MAX = 1_000;

export const redriveSchema = record(
  {
    projection: text({ description: 'Name of the read model.', lengthMax: 100, examples: ['account-state'] }),
    action: Type.Optional(
      Type.Enum([...ACTIONS], {
        description: 'Apply parked events again, or give them up; redrive unless given.',
      }),
    ),
    keys: Type.Optional(
      list(text({ description: 'Partition key.', lengthMax: 1_000 }), 'Only these keys.', KEYS_MAX, 1),
    ),
    event_type: Type.Optional(text({ description: 'Only events of this type.', lengthMax: 255 })),
    reason: Type.Optional(
      text({ description: 'Only keys whose first event is parked for this reason.', lengthMax: 100 }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'Most keys; those parked longest come first.',
        minimum: 1,
        maximum: KEYS_MAX,
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Tried, and undone.' })),
  },
  { description: 'A request about events that a read model could not apply.' },
);

const examine = compileStructure<Static<typeof redriveSchema>>(redriveSchema);

interface OfRequest {
  Params: { redrive: string };
}

/** The operator's calls about parked events: ask for them to be applied again or given up, look, cancel. */
export function redrivePlugin(desk: RedriveDesk, { authenticate }: Authenticator): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    readJsonBodies(server);
    const onRequest = createCaller(authenticate).check('operate');

    server.post(PATH, { onRequest }, async (request, reply) => {
      readParameters(request);
      const { value: body, faults } = examine(request.body);
      if (!body) throw refusal('failed_validation', faults);
      const { projection, action = 'redrive', dry_run: dryRun = false, limit = KEYS_MAX } = body;
      const { keys, event_type: type, reason } = body;
      const filed = await desk.file({
        projection,
        action,
        dryRun,
        limit,
        ...(keys && { keys }),
        ...(type !== undefined && { type }),
        ...(reason !== undefined && { reason }),
      });
      if (filed === undefined) throw new RequestError('not_found');
      return reply
        .code(202)
        .header('location', `${PATH}${filed}/`)
        .send(await progressOf(desk, filed));
    });

    server.get<OfRequest>(`${PATH}:redrive/`, { onRequest }, async (request) => {
      readParameters(request);
      return progressOf(desk, numberOf(request.params.redrive));
    });

    server.delete<OfRequest>(`${PATH}:redrive/`, { onRequest }, async (request) => {
      readParameters(request);
      const redrive = numberOf(request.params.redrive);
      await desk.cancel(redrive);
      return progressOf(desk, redrive);
    });
  };
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new RequestError('not_found');
  return Number(text);
}

async function progressOf(desk: RedriveDesk, redrive: number) {
  const progress = await desk.progress(redrive);
  if (!progress) throw new RequestError('not_found');
  return progress;
}
