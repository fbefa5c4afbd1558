import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { batchesQuery, batchQuery, openCodesQuery, voucherCodesQuery } from './voucher-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/vouchers',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(batchesQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./vouchers-page.tsx'), 'VouchersPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/vouchers/$batchId',
  loader: ({ context, params }) => {
    context.queryClient.query(batchQuery(params.batchId)).catch(() => undefined);
    context.queryClient.infiniteQuery(voucherCodesQuery(params.batchId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});

const printRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/vouchers/$batchId/print',
  loader: ({ context, params }) => {
    context.queryClient.query(batchQuery(params.batchId)).catch(() => undefined);
    context.queryClient.query(openCodesQuery(params.batchId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./print-page.tsx'), 'PrintPage'),
});

/** Codes that grant licenses. */
export const voucherRoutes = [listRoute, batchRoute, printRoute] as const;
