import type { NotFoundTexts } from './not-found-en.ts';

/** The texts of the page that does not exist, in German. */
export const notFoundDe: NotFoundTexts = {
  title: 'Seite nicht gefunden',
  text: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link oder gehen Sie zur vorherigen Seite zurück.',
  toShop: 'Zum Shop',
};
