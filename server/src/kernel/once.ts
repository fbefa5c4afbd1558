/**
 * Calls `load` on the first call, and returns its result to all later ones; after a failure the next call tries again.
 */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined;
  return () => {
    if (result !== undefined) return result;
    result = load();
    result.catch(() => (result = undefined));
    return result;
  };
}
