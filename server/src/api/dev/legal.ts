import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { Type } from '../../kernel/schema.ts';
import { languageOfPage } from '../../platform/http/pages/page-owner.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { pageOwnerOf } from '../wire/page-owner.ts';
import { de } from './legal/de.ts';
import { en } from './legal/en.ts';

const TEXTS = { en, de } as const;

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

const LegalPath = Type.Object({ page: Type.Enum(['terms', 'privacy', 'refunds', 'imprint']) });
const config = { access: access.public(), isPage: true };

/**
 * The pages about the sale to which the demo shop links, as a vendor's website would have them. They do not exist in
 * production.
 */
export function registerDevLegal(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  app.get(
    '/dev/legal/:page',
    { config, schema: { hide: true, params: LegalPath } },
    async (request, reply) => {
      const { page } = request.params;
      const owner = pageOwnerOf(system.config, request.account);
      const language = languageOfPage(request, owner);
      const texts = TEXTS[language];
      const { heading, paragraphs } = texts[page];
      const body = templates.render('./legal.eta', {
        heading,
        paragraphs,
        note: texts.note(`links.${page}`),
      });
      return sendPage(reply, { title: heading, body, language, owner, hasHeader: true });
    },
  );
}
