import { Type } from 'typebox';
import { notFound } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { type GuidePage, sendGuidePage } from './guide-page.ts';

/** What the vendor's people read, in reading order. */
export const OPERATOR_GUIDES: readonly GuidePage[] = [
  { file: 'dashboard.md', title: 'The dashboard' },
  { file: 'dashboard-home.md', title: 'Home' },
  { file: 'dashboard-customers.md', title: 'Customers' },
  { file: 'dashboard-orders.md', title: 'Orders' },
  { file: 'dashboard-subscriptions.md', title: 'Subscriptions in the dashboard' },
  { file: 'dashboard-licenses.md', title: 'Licenses' },
  { file: 'dashboard-products.md', title: 'Products and bundles' },
  { file: 'dashboard-prices.md', title: 'Discounts, offers and coupons' },
  { file: 'dashboard-vouchers.md', title: 'Vouchers' },
  { file: 'dashboard-releases.md', title: 'Releases in the dashboard' },
  { file: 'dashboard-reports.md', title: 'Reports' },
  { file: 'dashboard-account.md', title: 'The account' },
  { file: 'going-live.md', title: 'Going live' },
  { file: 'payments.md', title: 'Payments' },
  { file: 'taxes.md', title: 'Taxes' },
  { file: 'refunds.md', title: 'Refunds and disputes' },
  { file: 'documents.md', title: 'Receipts and invoices' },
  { file: 'subscriptions.md', title: 'Subscriptions' },
  { file: 'releases.md', title: 'Releases' },
  { file: 'moving.md', title: 'Moving to Latchkey' },
  { file: 'embed.md', title: 'Selling on your website' },
  { file: 'identity.md', title: 'Customers and their accounts' },
  { file: 'licensing-in-your-app.md', title: 'Licensing in your application' },
  { file: 'applications.md', title: 'Applications in any language' },
  { file: 'core-api.md', title: 'Core API' },
  { file: 'events.md', title: 'Events' },
  { file: 'webhooks.md', title: 'Receive webhooks' },
  { file: 'operating.md', title: 'Operating' },
  { file: 'high-availability.md', title: 'High availability' },
  { file: 'security.md', title: 'Security' },
  { file: 'settings.md', title: 'Settings' },
];

const START = { href: '/dashboard', label: 'Dashboard' };

/**
 * The guide at `/dashboard/guide/…`, to which the dashboard links. Everybody may read it, because it is the same on every
 * server: an operator whose session is over, or who cannot sign in, too.
 */
export function registerOperatorGuide(app: App): void {
  app.route({
    method: 'GET',
    url: '/dashboard/guide/:file',
    config: { access: access.public(), isPage: true, isOffAccount: true },
    schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    handler: (request, reply) => {
      const page = OPERATOR_GUIDES.find(({ file }) => file === request.params.file);
      if (page === undefined) throw notFound({ detail: 'The guide has no such page.' });
      return sendGuidePage(reply, {
        ...page,
        guides: OPERATOR_GUIDES,
        base: '/dashboard/guide',
        start: START,
      });
    },
  });
}
