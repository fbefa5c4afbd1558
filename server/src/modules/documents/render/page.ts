import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

import { type DocumentContent, documentView } from './document-view.ts';

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** A document for a browser: the content of a page, as safe HTML without scripts. */
interface DocumentPage {
  readonly title: string;
  readonly language: string;
  readonly body: string;
}

/** A document as the content of a page. Every text in it is escaped. */
export function documentPage(document: DocumentContent): DocumentPage {
  const view = documentView(document);
  return {
    title: `${view.title} ${view.number}`,
    language: view.language,
    body: templates.render('./document.eta', view),
  };
}
