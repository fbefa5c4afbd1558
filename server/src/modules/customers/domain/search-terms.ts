import { cutText } from '../../../kernel/cut-text.ts';

/** Of longer texts only the beginning is compared. */
const MAX_TERM_CHARACTERS = 64;

const MAX_TERMS = 24;

/** The searchable fields of a customer. */
interface Searchable {
  readonly name: string | null;
  readonly businessName: string | null;
  readonly email: string;
  readonly isDeleted: boolean;
}

/**
 * The search terms of a customer: their name and business name from each word on, with the words before it at the end,
 * and their email address from each part on. A search is a prefix of one of these, and so one range of an index. None
 * for a deleted customer.
 */
export function searchTerms({ name, businessName, email, isDeleted }: Searchable): string[] {
  if (isDeleted) return [];
  const terms = [
    ...partsOf(searchText(email)).filter((part) => !isTopLevel(part)),
    ...[name, businessName].flatMap((text) => rotations(searchText(text ?? ''))),
  ].map(cut);
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/** The term that must start with the search text, normalized like the terms: without case, accents and commas. */
export function searchPrefix(text: string): string {
  return cut(searchText(text));
}

function cut(term: string): string {
  return cutText(term, MAX_TERM_CHARACTERS);
}

function searchText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replaceAll(/[\s\p{Cc},;]+/gu, ' ').trim();
}

/** `ada king` from each word on: `ada king`, `king ada`. */
function rotations(text: string): string[] {
  return partsOf(text).map((part) => {
    const before = text.slice(0, text.length - part.length);
    return before.endsWith(' ') ? `${part} ${before.trimEnd()}` : part;
  });
}

/** A text from each of its parts on: `ada.l@mail.example` is also `l@mail.example`, `mail.example` and `example`. */
function partsOf(text: string): string[] {
  const starts = [
    0,
    ...[...text.matchAll(/[ .@+_/&'’-]+/g)].map(({ 0: mark, index }) => index + mark.length),
  ];
  return starts.map((start) => text.slice(start)).filter((part) => part !== '');
}

/** Whether only the last label of an address is left, which identifies nothing. */
function isTopLevel(part: string): boolean {
  return !part.includes('.');
}
