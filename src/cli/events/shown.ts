import type { Catalogue } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import type { Envelope, RecordedEvent } from '../../event/index.js';
import { maskKey, maskPayload } from './mask.js';

/** An event of the log as it is printed. */
export interface ShownEvent {
  readonly partition: number;
  readonly sequence: number;
  /** When it was appended, ISO 8601. */
  readonly appended_at: string;
  readonly envelope: Envelope;
  /** Which form `data` has: a version, or `current`. */
  readonly form: string;
  /** Null where the payload cannot be read: then `fault` says why. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly fault: string | null;
}

export interface ShowOptions {
  /** As it was written, rather than upcast to the current form of its type. */
  readonly asSent: boolean;
  readonly showPersonalData: boolean;
}

/** Decodes events for people. What cannot be decoded is told as such. */
export function shownBy(catalogue: Catalogue, { asSent, showPersonalData }: ShowOptions) {
  return (event: RecordedEvent): ShownEvent => {
    const { partition, sequence, envelope } = event;
    const type = catalogue.types.get(envelope.type);
    const key = showPersonalData || !type ? envelope.key : maskKey(type.key, envelope);
    const common = {
      ...{ partition, sequence, appended_at: new Date(event.appendedAt).toISOString() },
      envelope: { ...envelope, key },
      form: asSent ? envelope.version : 'current',
    };
    try {
      const data = asSent
        ? catalogue.decode(envelope.type as string, envelope.version, event.payload)
        : catalogue.decodeCurrent(event).data;
      const version = type?.versions.find(({ version }) => version === envelope.version);
      const fields = (asSent ? version : type?.current)?.fields ?? [];
      return { ...common, data: showPersonalData ? data : maskPayload(fields, data), fault: null };
    } catch (error) {
      if (!(error instanceof DataFault)) throw error;
      return { ...common, data: null, fault: `${error.reason}: ${error.message}` };
    }
  };
}

type Paint = (style: 'dim' | 'cyan' | 'yellow' | 'red', text: string) => string;

/** One line: when, where, what, of whom, and the payload without what is not known. */
export function lineOf({ envelope, data, fault, ...event }: ShownEvent, paint: Paint): string {
  const place = `${event.partition}:${event.sequence}`;
  const known = Object.entries(data ?? {}).filter(([, value]) => value !== null);
  return [
    paint('dim', event.appended_at),
    paint('dim', place.padEnd(8)),
    paint('cyan', envelope.type),
    envelope.version,
    paint('yellow', envelope.key),
    fault === null ? JSON.stringify(Object.fromEntries(known)) : paint('red', fault),
  ].join(' ');
}
