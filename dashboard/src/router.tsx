import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { auditLogRoute } from './audit-log/audit-routes.tsx';
import { apiKeysRoute } from './api-keys/api-key-routes.tsx';
import { customerRoutes } from './customers/customer-routes.tsx';
import { domainsRoute } from './domains/domain-routes.tsx';
import { frameRoute } from './frame/frame-route.tsx';
import { homeRoute } from './home/home-route.tsx';
import { importRoute } from './import/import-routes.tsx';
import { jobsRoute } from './jobs/job-routes.tsx';
import { licenseKeysRoute } from './license-keys/license-key-routes.tsx';
import { trialsRoute } from './trials/trial-routes.tsx';
import { licenseRoutes } from './licenses/license-routes.tsx';
import { orderRoutes } from './orders/order-routes.tsx';
import { mailTextRoutes } from './mail-texts/mail-text-routes.tsx';
import { paymentsRoute } from './payments/payment-routes.tsx';
import { ruleRoutes } from './price-rules/rule-routes.tsx';
import { privacyRoute } from './privacy/privacy-routes.tsx';
import { productRoutes } from './products/product-routes.tsx';
import { releasesRoute } from './releases/release-routes.tsx';
import { reportsRoute } from './reports/report-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { sessionRoutes } from './session/session-routes.tsx';
import { settingsFrameRoute } from './settings/settings-frame-route.tsx';
import { lookRoute } from './look/look-routes.tsx';
import { serverRoute, settingsRoute } from './settings/settings-routes.tsx';
import { notFoundRoute } from './frame/not-found-route.tsx';
import { subscriptionRoutes } from './subscriptions/subscription-routes.tsx';
import { voucherRoutes } from './vouchers/voucher-routes.tsx';
import { webhookRoutes } from './webhooks/webhook-routes.tsx';
import { taxesRoute } from './taxes/tax-routes.tsx';
import { teamRoute } from './team/team-routes.tsx';
import { youRoute } from './you/you-route.tsx';

/** Every page of the dashboard, listed explicitly. */
export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    basepath: '/dashboard',
    routeTree: rootRoute.addChildren([
      ...sessionRoutes,
      frameRoute.addChildren([
        homeRoute,
        ...customerRoutes,
        ...orderRoutes,
        ...subscriptionRoutes,
        ...licenseRoutes,
        trialsRoute,
        ...productRoutes,
        ...ruleRoutes,
        ...voucherRoutes,
        releasesRoute,
        reportsRoute,
        settingsFrameRoute.addChildren([
          settingsRoute,
          lookRoute,
          ...mailTextRoutes,
          paymentsRoute,
          taxesRoute,
          privacyRoute,
          domainsRoute,
          apiKeysRoute,
          licenseKeysRoute,
          serverRoute,
        ]),
        ...webhookRoutes,
        jobsRoute,
        importRoute,
        auditLogRoute,
        teamRoute,
        youRoute,
        notFoundRoute,
      ]),
    ]),
    context: { queryClient },
    // Pointing at a link, or focusing it, preloads its page.
    defaultPreload: 'intent',
    // The requests of loaders have their own cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Filters are plain text: one that looks like a number must stay unchanged.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      );
      const text = new URLSearchParams(entries).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}

export type DashboardRouter = ReturnType<typeof createDashboardRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: DashboardRouter;
  }
}
