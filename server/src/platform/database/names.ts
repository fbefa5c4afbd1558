const snakeNames = new Map<string, string>();
const camelNames = new Map<string, string>();

/** `createdAt` → `created_at`. There are few names, so each is converted once. */
export function snakeName(name: string): string {
  return cached(snakeNames, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** `created_at` → `createdAt`. */
export function camelName(name: string): string {
  return cached(camelNames, name, () =>
    name.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function cached(cache: Map<string, string>, name: string, make: () => string): string {
  let result = cache.get(name);
  if (result === undefined) {
    result = make();
    cache.set(name, result);
  }
  return result;
}
