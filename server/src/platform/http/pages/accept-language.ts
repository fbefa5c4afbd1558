import Negotiator from 'negotiator';

const MAX_CHARACTERS = 200;

/** The language tags of an `Accept-Language` header, most preferred first. */
export function languagesIn(header: string | undefined): string[] {
  if (header === undefined) return [];
  return new Negotiator({ headers: { 'accept-language': header.slice(0, MAX_CHARACTERS) } }).languages();
}
