/** The server answered something that this version of the page does not understand. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** Typed access to the fields of one JSON object; every method raises `UnexpectedAnswer` on a mismatch. */
export interface Fields {
  text(name: string): string;
  number(name: string): number;
  flag(name: string): boolean;
  /** A moment in ISO 8601. */
  time(name: string): Date;
  oneOf<T extends string>(name: string, choices: readonly T[]): T;
  object<T>(name: string, read: Read<T>): T;
  list<T>(name: string, read: Read<T>): T[];
  /** These answer undefined when the field is absent or null. */
  maybeText(name: string): string | undefined;
  maybeTexts(name: string): string[] | undefined;
  maybeOneOf<T extends string>(name: string, choices: readonly T[]): T | undefined;
  maybeObject<T>(name: string, read: Read<T>): T | undefined;
}

/** Makes a typed value of a JSON value; `at` is its place, for the message of a mismatch. */
export type Read<T> = (value: unknown, at: string) => T;

/**
 * Opens a JSON object for reading, so that whatever leaves the API client is what its type says.
 * Raises `UnexpectedAnswer` when the value is not an object.
 */
export function fieldsOf(value: unknown, at: string): Fields {
  if (!isRecord(value)) throw new UnexpectedAnswer(`${at}: expected an object`);
  const isMissing = (name: string) => value[name] === undefined || value[name] === null;
  const mismatch = (name: string, expected: string): never => {
    throw new UnexpectedAnswer(`${at}.${name}: expected ${expected}`);
  };
  const fields: Fields = {
    text: (name) => {
      const text = value[name];
      return typeof text === 'string' ? text : mismatch(name, 'a string');
    },
    number: (name) => {
      const number = value[name];
      return typeof number === 'number' ? number : mismatch(name, 'a number');
    },
    flag: (name) => {
      const flag = value[name];
      return typeof flag === 'boolean' ? flag : mismatch(name, 'a boolean');
    },
    time: (name) => {
      const time = new Date(fields.text(name));
      return Number.isNaN(time.getTime()) ? mismatch(name, 'a time') : time;
    },
    oneOf: (name, choices) =>
      choices.find((choice) => choice === value[name]) ?? mismatch(name, `one of ${choices.join(', ')}`),
    object: (name, read) => read(value[name], `${at}.${name}`),
    list: (name, read) => {
      const items: unknown = value[name];
      if (!Array.isArray(items)) return mismatch(name, 'an array');
      return items.map((item: unknown, index) => read(item, `${at}.${name}[${index}]`));
    },
    maybeText: (name) => (isMissing(name) ? undefined : fields.text(name)),
    maybeTexts: (name) =>
      isMissing(name)
        ? undefined
        : fields.list(name, (item, place) => {
            if (typeof item === 'string') return item;
            throw new UnexpectedAnswer(`${place}: expected a string`);
          }),
    maybeOneOf: (name, choices) => (isMissing(name) ? undefined : fields.oneOf(name, choices)),
    maybeObject: (name, read) => (isMissing(name) ? undefined : fields.object(name, read)),
  };
  return fields;
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
