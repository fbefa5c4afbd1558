/** A field that an event changed, as texts; undefined: it had, or has, no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Data = Readonly<Record<string, unknown>>;

const CHANGE_KEYS = new Set(['before', 'after']);

/** The fields that an event changed: those of `before` and `after` in its data. */
export function changesIn(data: Data): readonly FieldChange[] {
  const [before, after] = [membersOf(data['before']), membersOf(data['after'])];
  return [...new Set([...before.keys(), ...after.keys()])].map((field) => ({
    field,
    before: textOf(before.get(field)),
    after: textOf(after.get(field)),
  }));
}

/** What else the data of an event says; without values that are empty. */
export function detailsIn(data: Data): readonly { readonly name: string; readonly value: string }[] {
  const hasChanges = changesIn(data).length > 0;
  return Object.entries(data).flatMap(([name, each]) => {
    const value = hasChanges && CHANGE_KEYS.has(name) ? undefined : textOf(each);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** The most telling part of an event in a few words: the reason that somebody gave, and the names of the changed fields. */
export function summaryOf(data: Data): string | undefined {
  const { reason, note, fields } = data;
  const words = note ?? reason;
  // What is new has all of its fields.
  const changes = membersOf(data['before']).size === 0 ? [] : changesIn(data);
  const names = Array.isArray(fields) ? fields : changes.map(({ field }) => field);
  const parts = [
    ...(typeof words === 'string' ? [words] : []),
    ...(names.length > 0 ? [names.join(', ')] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : new Map();
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? undefined : value.join(', ');
  }
  return JSON.stringify(value, undefined, 1);
}
