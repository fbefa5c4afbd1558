/** The issues of an input: field path → messages, in the format of problems. */
export type Issues = Record<string, string[]>;

/** Collects every issue of an input, so that one response names all of them. */
export interface IssueList {
  add(path: string, message: string): void;
  /** Adds the issues of a part at `path`; `''` adds them unchanged. */
  addAll(path: string, issues: Issues): void;
  readonly isEmpty: boolean;
  all(): Issues;
}

export function issueList(): IssueList {
  const messages = new Map<string, string[]>();
  const add = (path: string, message: string): void => {
    const current = messages.get(path);
    if (current === undefined) messages.set(path, [message]);
    else if (!current.includes(message)) current.push(message);
  };
  return {
    add,
    addAll(path, issues) {
      for (const [inner, texts] of Object.entries(issues)) {
        for (const text of texts) add(joinPath(path, inner), text);
      }
    },
    get isEmpty() {
      return messages.size === 0;
    },
    all: () => Object.fromEntries(messages),
  };
}

function joinPath(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}
