/** A value of a form: texts, in objects and lists. */
export type FormValue = string | FormFields | FormValue[];

export interface FormFields {
  [name: string]: FormValue;
}

/** Parses `a[b][0]=c` as the provider does. */
export function readForm(text: string): FormFields {
  const fields: FormFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    place(fields, path, value);
  }
  return fields;
}

function place(fields: FormFields, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = fieldsIn(fields[name]);
  place(inner, rest, value);
  fields[name] = inner;
}

/** The object or list of a field; `{}` for anything else. */
export function fieldsIn(value: FormValue | undefined): FormFields {
  if (value === undefined || typeof value === 'string') return {};
  return Array.isArray(value) ? Object.fromEntries(value.map((item, index) => [String(index), item])) : value;
}

export function textIn(fields: FormFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** The entries of a list, which a form numbers. */
export function listIn(fields: FormFields, name: string): FormFields[] {
  return Object.values(fieldsIn(fields[name])).map(fieldsIn);
}

export function textsIn(fields: FormFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
}
