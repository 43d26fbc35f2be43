/** Sleeps that can be cut short. A wake-up while nobody sleeps is kept for the next sleep. */
export interface Waker {
  readonly wake: () => void;
  /** Resolves after `ms`, at a wake-up, or when the signal is aborted. */
  wait(ms: number): Promise<void>;
  /** Resolves after `ms`, or when the signal is aborted. */
  pause(ms: number): Promise<void>;
  close(): void;
}

export function createWaker(signal: AbortSignal): Waker {
  let kept = false;
  let onWake: (() => void) | undefined;
  let onAbort: (() => void) | undefined;
  const wake = () => {
    kept = true;
    onWake?.();
  };
  const abort = () => onAbort?.();
  signal.addEventListener('abort', abort);
  const hold = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        onWake = undefined;
        onAbort = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      onAbort = end;
      if (wakeable) onWake = end;
      if (signal.aborted || (wakeable && kept)) end();
    });
  return {
    wake,
    async wait(ms) {
      await hold(ms, true);
      kept = false;
    },
    pause: (ms) => hold(ms, false),
    close: () => signal.removeEventListener('abort', abort),
  };
}
