import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** @param count how much was done; one if not given */
  step(count?: number): void;
  stop(): void;
}

/** A bar where a person watches; elsewhere a line each tenth of the way. */
export function showProgress(
  label: string,
  total: number,
  output: NodeJS.WriteStream = process.stdout,
): Progress {
  if (output.isTTY) {
    const format = `${label} {bar} {value}/{total} | {eta_formatted} left`;
    const bar = new SingleBar({ format, stream: output, hideCursor: true }, Presets.shades_classic);
    bar.start(total, 0);
    return { step: (count = 1) => bar.increment(count), stop: () => bar.stop() };
  }
  let done = 0;
  return {
    step(count = 1) {
      const before = done;
      done += count;
      const tenth = (n: number) => Math.floor((n * 10) / total);
      if (tenth(done) > tenth(before)) output.write(`${label} ${done}/${total}\n`);
    },
    stop() {},
  };
}
