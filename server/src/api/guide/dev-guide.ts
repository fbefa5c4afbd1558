import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { sendGuidePage } from './guide-page.ts';

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

const START = { href: '/', label: 'Start page' };

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
      handler: (_request, reply) =>
        sendGuidePage(reply, { file, title, guides: GUIDES, base: '/dev/guide', start: START }),
    });
  }
}
