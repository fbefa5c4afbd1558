import { useCallback, useState } from 'react';
import type { ReadMailText, TextPlace } from './mail-text-queries.ts';
import { isSame, valuesOf, type WordValues } from './mail-words.ts';

/** Words that are not saved. */
export interface Draft {
  /** The text as it was when they were begun: what somebody else saves meanwhile is not overwritten unseen. */
  readonly text: ReadMailText;
  readonly values: WordValues;
}

type Drafts = ReadonlyMap<string, Draft>;

/** How drafts are found. */
export function draftKey({ mail, language }: TextPlace): string {
  return `${mail}/${language}`;
}

/** The drafts with these words of a text; without them where they are what is saved. The same if nothing changes. */
export function withDraft(drafts: Drafts, key: string, { text, values }: Draft): Drafts {
  const draft = drafts.get(key);
  if (isSame(values, valuesOf(text))) {
    if (draft === undefined) return drafts;
    return new Map([...drafts].filter(([each]) => each !== key));
  }
  if (draft !== undefined && isSame(draft.values, values)) return drafts;
  return new Map(drafts).set(key, { text: draft?.text ?? text, values });
}

/** What is typed and not saved, of each mail and language, for as long as the page is open. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const keep = useCallback((place: TextPlace, draft: Draft) => {
    setDrafts((current) => withDraft(current, draftKey(place), draft));
  }, []);
  return { drafts, keep };
}
