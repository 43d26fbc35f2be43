import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** @param count how much was done; one if not given */
  step(count?: number): void;
  /** Jumps to a place, of a total that may have grown. `left` tells how long it will take. */
  to(value: number, total: number, left?: string): void;
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
    return {
      step: (count = 1) => bar.increment(count),
      to(value, total) {
        bar.setTotal(total);
        bar.update(value);
      },
      stop: () => bar.stop(),
    };
  }
  let done = 0;
  let tenths = 0;
  const to = (value: number, total: number, left?: string) => {
    done = value;
    const reached = Math.floor((value * 10) / Math.max(1, total));
    if (reached <= tenths) return;
    tenths = reached;
    output.write(`${label} ${value}/${total}${left ? `, ${left} left` : ''}\n`);
  };
  return {
    step: (count = 1) => to(done + count, total),
    to,
    stop() {},
  };
}
