import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { useRevision } from '../form/use-revision.ts';
import {
  mailTextQuery,
  mailTextsQuery,
  type ReadMailText,
  readMailText,
  type TextPlace,
} from './mail-text-queries.ts';
import { valuesOf, type WordValues, wordsOf } from './mail-words.ts';

interface SavingOptions {
  readonly place: TextPlace;
  readonly text: ReadMailText;
  /** Has the form show these words. */
  readonly show: (values: WordValues) => void;
}

/** Saves the words of a mail: those that differ from the standard; without any, the mail has its standard text. */
export function useSaving({ place, text, show }: SavingOptions) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<WordValues>();
  const { save, conflict } = useRevision({
    thing: text,
    load: () => readMailText(place),
    fieldsOf: valuesOf,
    show: (next) => {
      show(valuesOf(next));
    },
  });
  const send = async (values: WordValues) => {
    setSaved(undefined);
    const body = wordsOf(values, text.standard);
    await save(async (header) => {
      const params = { path: place, header };
      const next = await revised(
        Object.keys(body).length === 0
          ? api.DELETE('/api/mail-texts/{mail}/{language}', { params })
          : api.PUT('/api/mail-texts/{mail}/{language}', { params, body }),
      );
      queryClient.setQueryData(mailTextQuery(place).queryKey, next);
      // Fields that were empty show the standard that they mean.
      show(valuesOf(next));
      setSaved(valuesOf(next));
      return next;
    });
    await queryClient.invalidateQueries({ queryKey: mailTextsQuery.queryKey, exact: true });
  };
  return { send, conflict, saved };
}
