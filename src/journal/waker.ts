/** Sleeps that can be cut short. A wake-up while nobody sleeps is kept for the next sleep. */
export interface Waker {
  wake(): void;
  /** Resolves after `ms`, at a wake-up, or when the signal given at creation is aborted. */
  wait(ms: number): Promise<void>;
  close(): void;
}

export function createWaker(signal: AbortSignal): Waker {
  let pending = false;
  let resume: (() => void) | undefined;
  const wake = () => {
    pending = true;
    resume?.();
  };
  signal.addEventListener('abort', wake);
  return {
    wake,
    async wait(ms) {
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resume = undefined;
      pending = false;
    },
    close: () => signal.removeEventListener('abort', wake),
  };
}
