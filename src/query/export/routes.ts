import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import { isKnown, tellEtag } from '../etag.js';
import { columns, listViews } from '../generated/columns.js';
import type { ExportRequest, ReadModels } from '../port.js';
import { lists } from '../resources.js';
import { type Form, mediaTypes } from './form.js';
import { csvTexts, ndjsonTexts } from './lines.js';

// Each holds a connection and a snapshot of the database for as long as its client reads.
const EXPORTS_MOST = 3;
// A client that reads nothing for so long is gone, or as good as.
const UNREAD_MS = 60_000;

/** Answers whole lists as CSV or JSON lines, for the calls of one server. */
export function createExports(readModels: ReadModels) {
  let underWay = 0;

  return async (
    form: Exclude<Form, 'json'>,
    request: FastifyRequest,
    reply: FastifyReply,
    asked: ExportRequest,
  ): Promise<FastifyReply> => {
    const { list, organisation } = asked;
    const named = { readModel: lists[list].readModel, organisation, request, reply, form };
    if (await isKnown(readModels, named)) return reply.send();
    if (underWay >= EXPORTS_MOST) {
      throw new RequestError('service_unavailable', {
        detail: `${EXPORTS_MOST} exports are under way here.`,
      });
    }
    underWay++;
    const opened = await readModels.export(asked).catch((fault: unknown) => {
      underWay--;
      throw fault;
    });
    const { batches, close } = opened.value;
    const names = Object.keys(columns[listViews[list]] ?? {});
    const log = (err: unknown) => request.log.error({ err }, 'an export failed in the middle');
    const texts = form === 'csv' ? csvTexts(names, batches) : ndjsonTexts(batches, log);
    // One text ahead and no more: a batch is large.
    const stream = Readable.from(texts, { objectMode: true, highWaterMark: 1 });
    stream.once('close', () => {
      underWay--;
      void close();
    });
    tellEtag(named, opened.freshness);
    reply.raw.setTimeout(UNREAD_MS, () => reply.raw.destroy());
    return reply
      .type(`${mediaTypes[form]}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${list}.${form}"`)
      .send(stream);
  };
}

export type Exports = ReturnType<typeof createExports>;
