import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { registerCheckout, registerCheckoutOrder } from './api/checkout/checkout.ts';
import { registerClientActivations } from './api/client/activations.ts';
import { registerClientLicenses } from './api/client/licenses.ts';
import { registerClientSubProducts } from './api/client/sub-products.ts';
import { registerClientTrials } from './api/client/trials.ts';
import { registerApiKeys } from './api/core/api-keys.ts';
import { registerCoreActivations } from './api/core/activations.ts';
import { registerBulkImport } from './api/core/bulk-import.ts';
import { registerCoreBundles } from './api/core/bundles.ts';
import { registerCoreCustomers } from './api/core/customers.ts';
import { registerDraftQuotes } from './api/core/draft-quotes.ts';
import { registerCoreDocuments } from './api/core/documents.ts';
import { registerCoreCoupons } from './api/core/coupons.ts';
import { registerCoreDiscounts } from './api/core/discounts.ts';
import { registerExports } from './api/core/exports.ts';
import { registerCoreIcons } from './api/core/icons.ts';
import { registerCoreImages } from './api/core/images.ts';
import { registerCoreMedia } from './api/core/media.ts';
import { registerAudit } from './api/core/audit.ts';
import { registerAnalytics } from './api/core/analytics.ts';
import { registerPaymentConnection } from './api/core/payment-connection.ts';
import { registerMailTexts } from './api/core/mail-texts.ts';
import { registerDomains } from './api/core/domains.ts';
import { registerServerState } from './api/core/server-state.ts';
import { registerLogo } from './api/core/logo.ts';
import { registerSettings } from './api/core/settings.ts';
import { registerTaxRates } from './api/core/tax-rates.ts';
import { registerTextPreview } from './api/core/text-preview.ts';
import { registerLicenseKeys } from './api/core/license-keys.ts';
import { registerLicensingSettings } from './api/core/licensing-settings.ts';
import { registerSubscriptionPrices } from './api/core/subscription-prices.ts';
import { registerCoreSubscriptions } from './api/core/subscriptions.ts';
import { registerCoreLicenses } from './api/core/licenses.ts';
import { registerCoreOffers } from './api/core/offers.ts';
import { registerCorePromotions } from './api/core/promotions.ts';
import { registerCoreOrders } from './api/core/orders.ts';
import { registerCoreDisputes } from './api/core/disputes.ts';
import { registerCoreRefunds } from './api/core/refunds.ts';
import { registerCoreWithdrawals } from './api/core/withdrawals.ts';
import { registerCoreProducts } from './api/core/products.ts';
import { registerJobs } from './api/core/jobs.ts';
import { registerReports } from './api/core/reports.ts';
import { registerSearch } from './api/core/search.ts';
import { registerCoreReleases } from './api/core/releases.ts';
import { registerCoreUploads } from './api/core/uploads.ts';
import { registerCoreQuotes } from './api/core/quotes.ts';
import { registerCoreTrials } from './api/core/trials.ts';
import { registerCoreVouchers } from './api/core/vouchers.ts';
import { registerVouchers } from './api/customer/vouchers.ts';
import { registerCoreVariations } from './api/core/variations.ts';
import { registerCommunications } from './api/customer/communications.ts';
import { registerWithdrawals } from './api/customer/withdrawals.ts';
import { registerCustomerViews } from './api/customer/customer-view.ts';
import { registerConnect } from './api/customer/connect.ts';
import { registerGroups } from './api/customer/groups.ts';
import { registerInsights } from './api/customer/insights.ts';
import { registerIdentity } from './api/customer/identity.ts';
import { registerIdentityConfirmations } from './api/customer/identity-confirmations.ts';
import { registerIdentityDeletion } from './api/customer/identity-deletion.ts';
import { registerIdentityExport } from './api/customer/identity-export.ts';
import { registerIdentityPasswords } from './api/customer/identity-passwords.ts';
import { registerIdentitySessions } from './api/customer/identity-sessions.ts';
import { registerActivations } from './api/customer/activations.ts';
import { registerInventoryActivate } from './api/customer/inventory-activate.ts';
import { registerInventoryDownloads } from './api/customer/inventory-downloads.ts';
import { registerInventoryFiles } from './api/customer/inventory-files.ts';
import { registerOwnSubscriptions } from './api/customer/subscriptions.ts';
import { registerSubscriptionLinks } from './api/customer/subscription-links.ts';
import { registerInventory } from './api/customer/inventory.ts';
import { registerCarts, registerOrders } from './api/customer/orders.ts';
import { registerStorefront } from './api/customer/storefront.ts';
import { registerEventStream } from './api/events/event-stream.ts';
import { registerEvents } from './api/events/events.ts';
import { registerWebhookDeliveries } from './api/events/webhook-deliveries.ts';
import { EVENT_TYPES } from './api/events/event-types.ts';
import { registerWebhooks } from './api/events/webhooks.ts';
import { registerOperators } from './api/operators/operators.ts';
import { registerOwnCodes } from './api/operators/own-codes.ts';
import { registerOwnPasskeys } from './api/operators/own-passkeys.ts';
import { registerPasskeySession } from './api/operators/passkey-session.ts';
import { registerProviderSession } from './api/operators/provider-session.ts';
import { registerTestMail } from './api/operators/test-mail.ts';
import { registerOwnPassword } from './api/operators/own-password.ts';
import { registerOwnSessions } from './api/operators/own-sessions.ts';
import { registerOperatorSession } from './api/operators/session.ts';
import { registerDevGuide } from './api/guide/dev-guide.ts';
import { registerOperatorGuide } from './api/guide/operator-guide.ts';
import { registerDevLegal } from './api/dev/legal.ts';
import { registerDevMail } from './api/dev/mail.ts';
import { registerDevReversals } from './api/dev/try-reversals.ts';
import { registerDevTry } from './api/dev/try.ts';
import { registerDevClock } from './api/dev/clock.ts';
import { registerAccountGuard } from './api/guards/account.ts';
import { recheckVendor, registerCallerGuard } from './api/guards/caller.ts';
import { registerIdempotency } from './api/guards/idempotency.ts';
import { registerLimits } from './api/guards/limits.ts';
import { registerDocumentLinks } from './api/public/documents.ts';
import { registerHealth } from './api/public/health.ts';
import { registerHome } from './api/public/home.ts';
import { registerIcons } from './api/public/icons.ts';
import { registerMedia } from './api/public/media.ts';
import { registerKeys } from './api/public/keys.ts';
import { registerPaymentEvents } from './api/hooks/payment-events.ts';
import { API_REFERENCE } from './api/reference.ts';
import { dashboardContent } from './api/operators/dashboard-content.ts';
import { dashboardLoad } from './api/operators/dashboard-load.ts';
import { firstLoad } from './api/public/first-load.ts';
import { isMissingFromShop, ownBuyPage, shopListing } from './api/public/shop-listing.ts';
import { registerUploads } from './api/public/uploads.ts';
import { registerVendor } from './api/public/vendor.ts';
import { registerUpdates } from './api/updates/updates.ts';
import { pageOwnerOf } from './api/wire/page-owner.ts';
import { jobHandlers } from './jobs.ts';
import { countViolations } from './modules/subscriptions/index.ts';
import {
  createHostDirectory,
  isKnownApiKey,
  MAIL_PAGES,
  recordListExport,
} from './modules/accounts/index.ts';
import { countUndelivered } from './modules/orders/index.ts';
import { providerOf } from './modules/payments/index.ts';
import { openCountryFinder } from './platform/geo/countries.ts';
import { type App, registerGroup, type RouteGroup } from './platform/http/route/app.ts';
import { serveOpenapi } from './platform/http/openapi/document.ts';
import { registerDocsPage, createReferenceHeader } from './platform/http/pages/docs-page.ts';
import { createServer } from './platform/http/server/server.ts';
import { registerDashboardPages } from './platform/http/pages/dashboard-pages.ts';
import { registerWebPages } from './platform/http/pages/web-pages.ts';
import { advanceClock } from './platform/jobs/advance-clock.ts';
import { oldestDueSeconds } from './platform/jobs/operate-jobs.ts';
import { bucketOrigin } from './platform/storage/bucket-origin.ts';
import type { System } from './platform/system.ts';

/** Built by `scripts/reference-build.ts`. */
const REFERENCE_PROGRAM = fileURLToPath(new URL('../dist/reference/scalar.js', import.meta.url));
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const MAIL_PAGE_PATHS = Object.values(MAIL_PAGES).map(({ path }) => path);
/** The pages that a vendor's site may show in a frame. */
const EMBEDDABLE_PATHS = [
  '/shop',
  '/shop/*',
  '/cart',
  '/buy/*',
  '/checkout/*',
  '/sign-in',
  '/sign-up',
  '/account',
  '/account/*',
  '/redeem',
  MAIL_PAGES.ChangePaymentMethod.path,
];
/** The name, the password, the sessions and the deletion of an account: never inside another site's page. */
const DETAILS_PATHS = ['/account/details', '/account/details/*'];
const WEB_PATHS = [
  ...EMBEDDABLE_PATHS,
  ...DETAILS_PATHS,
  '/withdraw',
  '/activate',
  '/activate/*',
  ...MAIL_PAGE_PATHS.filter((path) => !EMBEDDABLE_PATHS.includes(path)),
];

/** What a store sells, and the use of what it has sold: policies section 4 says when each ends. */
const SALE: RouteGroup = { closesIn: ['Closed', 'Released'] };
const USE: RouteGroup = { closesIn: ['Closed'] };
const CORE_API: RouteGroup = { isStrict: true, hasIdempotentPosts: true, limitsByCredential: true };

/** What operators watch, beside requests and the process. */
function addGauges({ metrics }: App, system: System): void {
  metrics.gauge(
    'latchkey_orders_undelivered',
    'Orders that have been paid for five minutes and are not delivered.',
    () => countUndelivered(system),
  );
  metrics.gauge(
    'latchkey_jobs_oldest_due_seconds',
    'Seconds for which the oldest background job has been due; 0 if none is.',
    () => oldestDueSeconds(system),
  );
  metrics.gauge(
    'latchkey_subscriptions_violations',
    'What the last nightly check of subscriptions, payments, refunds and documents found broken.',
    () => countViolations(system),
  );
  for (const { name, help, read } of system.database.measures)
    metrics.gauge(`latchkey_database_${name}`, help, read);
}

/** The whole HTTP application: every group of routes is registered explicitly, in the order of the specification. */
export async function buildApp(system: System): Promise<App> {
  const { servesReference, hasDevFeatures } = system.config;
  const referenceHeader = servesReference && hasDevFeatures ? createReferenceHeader() : undefined;
  const app = await createGuardedServer(system, referenceHeader);
  if (servesReference) serveOpenapi(app, API_REFERENCE);
  addGauges(app, system);
  registerIdentity(app);
  registerIdentityPasswords(app);
  registerIdentityDeletion(app);
  registerIdentityExport(app);
  registerIdentityConfirmations(app);
  registerIdentitySessions(app, system);
  registerCustomerViews(app);
  registerCommunications(app);
  registerWithdrawals(app);
  await registerGroup(app, SALE, (sale) => {
    registerStorefront(sale, system);
    registerCarts(sale);
    registerGroups(sale);
    registerCheckout(sale);
    registerVouchers(sale);
  });
  registerOrders(app, system);
  registerCheckoutOrder(app);
  registerPaymentEvents(app);
  await registerGroup(app, USE, (use) => registerInventories(use, system));
  registerConnect(app);
  await registerInsights(app, system);
  await registerGroup(app, SALE, (sale) => registerClientTrials(sale));
  await registerGroup(app, USE, (use) => registerLicensing(use, system));
  await registerGroup(app, CORE_API, (core) => registerCore(core, system));
  registerOperatorSession(app);
  registerPasskeySession(app);
  registerProviderSession(app);
  registerOwnCodes(app);
  registerOwnPasskeys(app);
  registerOwnPassword(app);
  registerTestMail(app);
  registerOwnSessions(app, system);
  registerIcons(app, system);
  registerMedia(app);
  registerDocumentLinks(app);
  registerUploads(app, system);
  await registerGroup(app, USE, (use) => registerUpdates(use));
  registerVendor(app);
  registerKeys(app);
  registerHealth(app, system);
  await registerPages(app, system, referenceHeader);
  return app;
}

function registerInventories(app: App, system: System): void {
  registerInventory(app, system);
  registerOwnSubscriptions(app, system);
  registerSubscriptionLinks(app);
  registerInventoryActivate(app, system);
  registerInventoryDownloads(app);
  registerInventoryFiles(app, system);
}

function registerLicensing(app: App, system: System): void {
  registerClientLicenses(app);
  registerClientSubProducts(app);
  registerClientActivations(app, system);
  registerActivations(app);
}

/** The hooks that run for every request before its route. */
async function createGuardedServer(system: System, referenceHeader: string | undefined): Promise<App> {
  const directory = createHostDirectory(system);
  const app = await createServer(system.config, system.log, system.clock, {
    originsAt: (host) => directory.peek(host)?.settings.origins ?? [],
    ownerAt: (host) => {
      const account = directory.peek(host);
      return account && pageOwnerOf(system.config, account);
    },
    isKnownKey: (key) => isKnownApiKey(system, key),
  });
  registerAccountGuard(app, directory, { hasDevFeatures: system.config.hasDevFeatures, referenceHeader });
  registerCallerGuard(app, system, openCountryFinder(system.config));
  registerIdempotency(app, system);
  registerLimits(app);
  return app;
}

const EXPORT_STEPS: Parameters<typeof registerExports>[2] = {
  recheck: recheckVendor,
  record: ({ context }, list) => recordListExport(context, list),
};

/** The Core API, for the vendor's tools. */
function registerCore(app: App, system: System): void {
  registerExports(app, system, EXPORT_STEPS);
  registerCoreCustomers(app, system);
  registerSearch(app);
  registerAudit(app, system);
  registerEvents(app, system);
  registerEventStream(app, system, recheckVendor);
  registerWebhooks(app, system);
  registerWebhookDeliveries(app, system);
  registerJobs(app, system);
  registerCoreLicenses(app, system);
  registerCoreSubscriptions(app, system);
  registerSubscriptionPrices(app);
  registerCoreActivations(app, system);
  registerCoreTrials(app, system);
  registerCoreOrders(app, system);
  registerCoreRefunds(app, system);
  registerCoreWithdrawals(app, system);
  registerCoreDisputes(app, system);
  registerCoreDocuments(app, system);
  registerCoreVouchers(app, system);
  registerBulkImport(app);
  registerCoreAccount(app, system);
  registerAnalytics(app);
  registerReports(app);
  registerCoreProducts(app, system);
  registerCoreBundles(app, system);
  registerCoreVariations(app, system);
  registerCoreDiscounts(app, system);
  registerCoreCoupons(app, system);
  registerCoreOffers(app, system);
  registerCorePromotions(app, system);
  registerCoreQuotes(app);
  registerDraftQuotes(app);
  registerTextPreview(app);
  registerCoreIcons(app);
  registerCoreImages(app);
  registerCoreMedia(app);
  registerCoreReleases(app, system);
  registerCoreUploads(app);
  registerDevReversals(app, system);
  registerDevClock(app, system, { advance: (to) => advanceClock(system, jobHandlers(system), to) });
}

/** What a vendor sets up in an account. */
function registerCoreAccount(app: App, system: System): void {
  registerLicensingSettings(app);
  registerLicenseKeys(app);
  registerSettings(app, EVENT_TYPES);
  registerLogo(app);
  registerServerState(app, system);
  registerMailTexts(app);
  registerDomains(app);
  registerPaymentConnection(app);
  registerTaxRates(app, system);
  registerApiKeys(app, system);
  registerOperators(app, system);
}

/** The routes for browsers. */
async function registerPages(app: App, system: System, referenceHeader: string | undefined): Promise<void> {
  registerDevMail(app, system);
  if (system.config.servesReference)
    registerDocsPage(app, {
      requestHeader: referenceHeader,
      reference: API_REFERENCE,
      program: REFERENCE_PROGRAM,
    });
  registerDevGuide(app, system);
  registerOperatorGuide(app);
  registerDevTry(app, system);
  registerDevLegal(app, system);
  registerHome(app, system);
  await registerDashboardPages(app, {
    folder: DASHBOARD_FOLDER,
    uploadOrigin: bucketOrigin(system.config.s3),
    loadOf: (request, route) => dashboardLoad({ app, clock: system.clock }, request, route),
    contentOf: (first, locale) => dashboardContent({ ...first, locale }, system.clock.now()),
  });
  await registerWebPages(app, {
    folder: WEB_FOLDER,
    paths: WEB_PATHS,
    // A site may show the shop in a frame; but only the visible page itself may approve a device or delete an account.
    framedBy: ({ account, routeOptions }, { isPreview }) => {
      if (!EMBEDDABLE_PATHS.includes(routeOptions.url ?? '')) return [];
      return isPreview ? ["'self'"] : account.settings.origins;
    },
    foreignSources: (request, { isFramed }) => formSources(request, isFramed),
    brandOf: ({ account: { settings } }) => ({ ...settings.brand, locale: settings.locale }),
    listingOf: ({ context, url }) => shopListing(context, url.split('?')[0] ?? ''),
    firstLoadOf: (request, page) => firstLoad(app, request, page),
    elsewhere: ({ account, host, url }) => ownBuyPage(account, host, url),
    isMissing: ({ context, url }) => isMissingFromShop(context, url.split('?')[0] ?? ''),
  });
}

/** The hosts that the payment form of an account's provider needs, where the checkout page shows it. */
async function formSources({ context, url }: FastifyRequest, isFramed: boolean) {
  if (!url.startsWith('/checkout/')) return undefined;
  const provider = await providerOf(context);
  const form = (await provider?.capabilities(context))?.embedded;
  return form !== undefined && (isFramed || form.inPage) ? form.sources : undefined;
}
