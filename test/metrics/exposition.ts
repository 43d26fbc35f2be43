export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/;
const SUFFIXES = /_(?:bucket|sum|count)$/;

/**
 * Reads the text format of Prometheus, version 0.0.4, and throws at anything that breaks a rule of it: unknown lines,
 * samples without a type, families in pieces, series told twice, counters not named `_total` or below 0.
 */
export function parseExposition(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const types = new Map<string, string>();
  const closed = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let family = '';
  const enter = (name: string) => {
    if (name === family) return;
    if (closed.has(name)) throw new Error(`${name} is told in pieces`);
    closed.add(family);
    family = name;
  };
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const about = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (about) {
      const [, word, name = '', rest = ''] = about;
      enter(name);
      if (word === 'HELP') continue;
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`no type: ${line}`);
      if (types.has(name)) throw new Error(`${name} has two types`);
      types.set(name, rest);
      continue;
    }
    const sample = readSample(line);
    const of = types.has(sample.name) ? sample.name : sample.name.replace(SUFFIXES, '');
    const type = types.get(of);
    if (type === undefined || of !== family) throw new Error(`a sample outside its family: ${line}`);
    if (type === 'counter' && !(sample.name.endsWith('_total') && sample.value >= 0)) {
      throw new Error(`no counter: ${line}`);
    }
    const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (seen.has(series)) throw new Error(`told twice: ${line}`);
    seen.add(series);
    samples.push(sample);
  }
  return samples;
}

function readSample(line: string): Sample {
  const parsed = SAMPLE.exec(line);
  const number = parsed?.at(-1) ?? '';
  if (!parsed || !NUMBER.test(number)) throw new Error(`no sample: ${line}`);
  const labels = [...(parsed[2] ?? '').matchAll(new RegExp(LABEL, 'g'))];
  return {
    name: parsed[1] ?? '',
    labels: Object.fromEntries(labels.map(([, name = '', value = '']) => [name, value])),
    value: Number(number.replace('Inf', 'Infinity')),
  };
}

/** The value of the one series that has these labels, and maybe others. */
export function seriesValue(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  if (found.length > 1) throw new Error(`${found.length} series of ${name} are so labelled`);
  return found[0]?.value;
}
