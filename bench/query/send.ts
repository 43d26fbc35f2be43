import type { BenchRequest } from './requests.js';

interface Figures {
  readonly requests: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly most_ms: number;
}

const OF_THINGS = new Set([200, 404]);

/**
 * Sends the requests in turn at an even rate, whether or not answers come: what waits for another counts as its own time.
 */
export async function sendAtRate(
  url: string,
  requests: readonly BenchRequest[],
  perSecond: number,
  seconds: number,
) {
  const taken = new Map<BenchRequest, number[]>();
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = started + (index * 1_000) / perSecond;
    await new Promise((resume) => setTimeout(resume, Math.max(0, due - performance.now())));
    const request = requests[index % requests.length];
    if (request) sent.push(sendOne(url, request, due, taken));
  }
  await Promise.all(sent);
  const all = [...taken];
  const byKind = new Map<string, number[]>();
  for (const [{ kind }, times] of all) byKind.set(kind, [...(byKind.get(kind) ?? []), ...times]);
  return {
    byKind: [...byKind]
      .map(([kind, times]) => ({ kind, ...figuresOf(times) }))
      .sort((a, b) => a.p99_ms - b.p99_ms),
    all: {
      list_p99_ms: figuresOf(all.filter(([{ isList }]) => isList).flatMap(([, times]) => times)).p99_ms,
      get_p99_ms: figuresOf(all.filter(([{ isList }]) => !isList).flatMap(([, times]) => times)).p99_ms,
      ...figuresOf(all.flatMap(([, times]) => times)),
    },
  };
}

async function sendOne(
  url: string,
  request: BenchRequest,
  due: number,
  taken: Map<BenchRequest, number[]>,
): Promise<void> {
  const answer = await fetch(`${url}${request.path}`, {
    headers: { authorization: `Token ${request.token}` },
  });
  const text = await answer.text();
  if (!OF_THINGS.has(answer.status)) throw new Error(`${request.path}: ${answer.status} ${text}`);
  const times = taken.get(request) ?? [];
  taken.set(request, [...times, performance.now() - due]);
}

function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { requests: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), most_ms: round(sorted.at(-1) ?? 0) };
}

const round = (ms: number) => Math.round(ms * 10) / 10;
