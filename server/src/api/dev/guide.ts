import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { notFound } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import type { System } from '../../platform/system.ts';
import { markdownPage } from '../../platform/http/pages/markdown.ts';

const FOLDER = new URL('../../../../docs/guide/', import.meta.url);

/** The pages of the guide, in reading order. */
export const GUIDES = [
  { file: 'walk.md', title: 'A walk through the shop' },
  { file: 'getting-started.md', title: 'Getting started' },
  { file: 'customer-web.md', title: "The customer's web" },
  { file: 'embed.md', title: 'Selling on your website' },
  { file: 'sdk.md', title: 'Your own shop with the SDK' },
  { file: 'identity.md', title: 'Customers and their accounts' },
  { file: 'licensing-in-your-app.md', title: 'Licensing in your application' },
  { file: 'applications.md', title: 'Applications in any language' },
  { file: 'dashboard.md', title: 'The dashboard' },
  { file: 'core-api.md', title: 'Core API' },
  { file: 'releases.md', title: 'Releases' },
  { file: 'payments.md', title: 'Payments' },
  { file: 'taxes.md', title: 'Taxes' },
  { file: 'refunds.md', title: 'Refunds and disputes' },
  { file: 'documents.md', title: 'Receipts and invoices' },
  { file: 'moving.md', title: 'Moving to Latchkey' },
  { file: 'going-live.md', title: 'Going live' },
  { file: 'operating.md', title: 'Operating' },
  { file: 'security.md', title: 'Security' },
  { file: 'accessibility.md', title: 'Accessibility and languages' },
  { file: 'settings.md', title: 'Settings' },
] as const;

const templates = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** The pages of the guide at `/dev/guide/…`, for developers; not in production. */
export function registerDevGuide(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  const [{ file: firstFile }] = GUIDES;
  app.route({
    method: 'GET',
    url: '/dev/guide',
    config: { access: access.public(), isOffAccount: true, isPage: true },
    schema: { hide: true },
    handler: (_request, reply) => reply.redirect(`/dev/guide/${firstFile}`),
  });
  for (const { file, title } of GUIDES) {
    app.route({
      method: 'GET',
      url: `/dev/guide/${file}`,
      config: { access: access.public(), isOffAccount: true, isPage: true },
      schema: { hide: true },
      handler: async (_request, reply) => {
        const text = await markdownPage(await textOf(file), linkTarget);
        const body = templates.render('./guide.eta', { text, file, guides: GUIDES });
        return sendPage(reply, { title, body, isWide: true });
      },
    });
  }
}

/** Pages of the guide link to each other, and to source files, which are not served. */
function linkTarget(href: string): string | undefined {
  if (href === '../openapi.json') return '/openapi.json';
  const [path] = href.split('#', 1);
  return GUIDES.some(({ file }) => file === path) ? `/dev/guide/${href}` : undefined;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(new URL(file, FOLDER), 'utf8');
  } catch {
    throw notFound({ detail: 'This installation has no guide.' });
  }
}
