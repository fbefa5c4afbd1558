/** Functions of the program that are called on changes. */
export interface Listeners<Value> {
  /** Returns a function that stops this. */
  readonly add: (listener: (value: Value) => void) => () => void;
  /** Calls all of them, each with the current value. */
  readonly tell: (read: () => Value) => void;
}

/** Creates an empty list. An error of a listener stops nothing: it becomes an unhandled one. */
export function createListeners<Value>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: (read) => {
      for (const listener of listeners) {
        try {
          listener(read());
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
