/** Lets one waiter through when it is opened, even if it was opened before the waiter arrived. */
export interface Gate {
  open(): void;
  /** Resolves once the gate is opened, or after `milliseconds`; 0 waits for the opening only. */
  wait(milliseconds: number): Promise<void>;
}

export function createGate(): Gate {
  let isOpen = false;
  let release: (() => void) | undefined;
  return {
    open() {
      isOpen = true;
      release?.();
    },
    async wait(milliseconds) {
      if (!isOpen) {
        const { promise, resolve } = Promise.withResolvers<void>();
        release = resolve;
        const timer = milliseconds > 0 ? setTimeout(resolve, milliseconds) : undefined;
        await promise;
        clearTimeout(timer);
        release = undefined;
      }
      isOpen = false;
    },
  };
}
