import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  step(): void;
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
    return { step: () => bar.increment(), stop: () => bar.stop() };
  }
  let done = 0;
  return {
    step() {
      done++;
      const tenth = (n: number) => Math.floor((n * 10) / total);
      if (tenth(done) > tenth(done - 1)) output.write(`${label} ${done}/${total}\n`);
    },
    stop() {},
  };
}
