export { authenticateView, isViewToken } from './authenticate-view.ts';
export { beginView, endView, openView, purgeViews } from './view-customer.ts';
export type { CustomerView, Viewer } from './view.ts';
