import type { components } from '@latchkey/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import type { Words } from './mail-words.ts';

export type MailText = components['schemas']['MailText'];
/** The same with the revision in which it was read. */
export type ReadMailText = Revised<MailText>;

/** The languages of mails. */
export const LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof LANGUAGES)[number];

/** Which text: of a mail, in a language. */
export interface TextPlace {
  readonly mail: string;
  readonly language: MailLanguage;
}

/** The texts of all mails, in each language. */
export const mailTextsQuery = queryOptions({
  queryKey: ['mail-texts'],
  queryFn: ({ signal }) => answer(api.GET('/api/mail-texts', { signal })),
});

/** The text of a mail in a language. */
export const mailTextQuery = (place: TextPlace) =>
  queryOptions({
    queryKey: ['mail-texts', place],
    queryFn: ({ signal }): Promise<ReadMailText> => readMailText(place, signal),
  });

/** Reads it with its revision. */
export function readMailText(place: TextPlace, signal?: AbortSignal): Promise<ReadMailText> {
  const params = { path: place };
  return revised(api.GET('/api/mail-texts/{mail}/{language}', { params, ...(signal && { signal }) }));
}

/** A mail with these words and made-up data. */
export const mailPreviewQuery = (path: TextPlace, body: Words) =>
  queryOptions({
    queryKey: ['mail-preview', path, body],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/mail-texts/{mail}/{language}/preview', { params: { path }, body, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
