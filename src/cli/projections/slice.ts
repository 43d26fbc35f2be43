import type { EventLog, LogReader } from '../../event/index.js';
import {
  MissingEventsError,
  OperationRefused,
  ParkedTooManyError,
  type Projector,
} from '../../projector/index.js';
import type { Stretch } from '../../router/index.js';

/**
 * Has a projector apply a stretch of the log, and ends. It must stand where the stretch begins.
 *
 * @param onApplied told how many events were applied
 * @throws OperationRefused where the projector stops at a fault, or the signal is aborted
 */
export async function applyStretch(
  projector: Projector,
  log: EventLog,
  { after, upTo }: Stretch,
  onApplied: (events: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const left = new Map([...upTo].filter(([partition, last]) => last > (after.get(partition) ?? 0)));
  let stop: Error | undefined;
  const bounded = (reader: LogReader): LogReader => ({
    ...{ assigned: reader.assigned, revoked: reader.revoked },
    async deliver(partition, events, more) {
      const end = left.get(partition);
      if (end === undefined || over.signal.aborted) return;
      const news = events.filter(({ sequence }) => sequence <= end);
      const isLast = news.at(-1)?.sequence === end;
      try {
        await reader.deliver(partition, news, more && !isLast);
      } catch (error) {
        if (!(error instanceof ParkedTooManyError || error instanceof MissingEventsError)) throw error;
        stop = error;
        over.abort();
        return;
      }
      onApplied(news.length);
      if (isLast) left.delete(partition);
      if (left.size === 0) over.abort();
    },
  });
  if (left.size === 0) return;
  const ends = AbortSignal.any([signal, over.signal]);
  await projector.run({ run: (reader, within) => log.run(bounded(reader), within) }, ends);
  if (stop) throw new OperationRefused(`the slice cannot be applied: ${stop.message}`);
  if (left.size > 0) throw new OperationRefused('stopped before the slice was applied; nothing is kept');
}
