import { randomUUID } from 'node:crypto';
import { RequestError } from '../../errors.js';
import { Group, type Parts, type Sink } from './group.js';

/** What a page shows, made anew. */
export type Render = () => Promise<Parts>;

export interface HubOptions {
  /** How far the read models are, in a word that is another whenever they have moved, and how far behind. */
  readonly standing: () => Promise<{ readonly mark: string; readonly lagSeconds: number }>;
  /** Told of faults; looking goes on. */
  readonly onFault: (error: unknown) => void;
  /** Least time between two looks. */
  readonly lookMs?: number;
  /** Time between two signs of life. */
  readonly beatMs?: number;
  /** Most readers at once; more are refused with `service_unavailable`. */
  readonly readersMost?: number;
}

export interface Hub {
  /**
   * @param name of what is looked at: all who give the same name share what `render` makes
   * @returns a function that ends it
   */
  join(name: string, render: Render, sink: Sink, after: string | undefined): () => void;
  close(): void;
}

// Twice a second is as live as an eye can follow figures.
const LOOK_MS = 500;
const BEAT_MS = 5_000;
// Each holds a connection of a browser.
const READERS_MOST = 1_000;
/** Looking takes at most one part in so many of the time, however long a look takes. */
const REST = 4;
/** Behind by more, figures are not what happens now. */
const BEHIND_SECONDS = 5;
/** A look that finds nothing moved is taken anyway: ages of what stands still grow. */
const AGEING_MS = 10_000;

interface Watched {
  readonly group: Group;
  readonly render: Render;
  renderedMs: number;
}

/**
 * One look at the read models serves all who watch: only where something has moved is anything read, once for all who
 * look at the same. While nobody watches, nothing is asked.
 */
export function createHub({
  standing,
  onFault,
  lookMs = LOOK_MS,
  beatMs = BEAT_MS,
  readersMost = READERS_MOST,
}: HubOptions): Hub {
  const epoch = randomUUID().slice(0, 8);
  const watched = new Map<string, Watched>();
  const sinks = new Set<Sink>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let mark = '';
  let beatenMs = Number.NEGATIVE_INFINITY;

  const beat = (warning: string, nowMs: number) => {
    beatenMs = nowMs;
    const text = Buffer.from(`event: beat\ndata: ${JSON.stringify({ warning })}\n\n`);
    for (const { group } of watched.values()) group.tell(text);
  };

  const look = async () => {
    const startedMs = performance.now();
    isLooking = true;
    let warning = '';
    try {
      const now = await standing();
      const hasMoved = now.mark !== mark;
      mark = now.mark;
      if (now.lagSeconds > BEHIND_SECONDS) {
        warning = `These figures are behind: the oldest event that is not in them is ${Math.round(now.lagSeconds)} s old.`;
      }
      for (const one of watched.values()) {
        if (!hasMoved && startedMs - one.renderedMs < AGEING_MS) continue;
        try {
          one.group.publish(await one.render());
          one.renderedMs = startedMs;
        } catch (error) {
          // It is made at the next look; what others look at may well be made now.
          one.renderedMs = Number.NEGATIVE_INFINITY;
          onFault(error);
        }
      }
    } catch (error) {
      // What was missed is looked at again.
      mark = '';
      warning = 'The service cannot read its figures at the moment: these are old.';
      onFault(error);
    }
    isLooking = false;
    const nowMs = performance.now();
    if (nowMs - beatenMs >= beatMs) beat(warning, nowMs);
    if (watched.size > 0) plan(Math.max(lookMs, (nowMs - startedMs) * REST));
  };

  const plan = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), afterMs);
    timer.unref();
  };

  return {
    join(name, render, sink, after) {
      if (sinks.size >= readersMost) throw new RequestError('service_unavailable');
      const isFirst = watched.size === 0;
      const known = watched.get(name);
      const one = known ?? { group: new Group(epoch), render, renderedMs: Number.NEGATIVE_INFINITY };
      watched.set(name, one);
      sinks.add(sink);
      const leave = one.group.add(sink, after);
      // It came with a page that was made a moment ago; a sign of life tells that the stream works.
      sink.write('retry: 2000\nevent: beat\ndata: {"warning":""}\n\n');
      if (isFirst && !isLooking) plan(0);
      return () => {
        sinks.delete(sink);
        leave();
        if (one.group.size === 0 && watched.get(name) === one) watched.delete(name);
      };
    },
    close() {
      clearTimeout(timer);
      watched.clear();
      for (const sink of sinks) sink.destroy();
    },
  };
}
