/** The members of a JSON object, read as plain data. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members, and no list. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
