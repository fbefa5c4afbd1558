import type { ApiReference } from '../platform/http/openapi/document.ts';
import { EXAMPLE_BODIES, EXAMPLE_VALUES } from './examples.ts';

const DESCRIPTION = [
  'Sell, license and deliver software.',
  'Shops call the **customer API** (`/api/customer/…`) with the access token of a customer, or with none; applications ' +
    'call the **client API** (`/api/client/…`); tools of the vendor call the **Core API**, everything that asks for an ' +
    '`Api-Key`. The host of a request says which account it is for.',
  'Errors are `application/problem+json`: decide by `status` and `errorType`; `errors` names every issue by field. Each ' +
    'operation lists its codes. Any address may also answer 405 `MethodNotAllowed`, 408 `RequestTimeout`, 431 ' +
    '`HeadersTooLarge`, 500 `InternalError` and, for a demo account in production, 403 `DemoAccountDisabled`.',
].join('\n\n');

const TAGS = {
  Identity: 'Sign-up, sign-in, sessions, passwords, and the profile of a customer.',
  Storefront: 'The items of a shop, with the prices for this visitor.',
  Orders: 'Carts, from the first item to the receipt.',
  Documents: 'Receipts, invoices and credit notes.',
  Checkout: 'The routes of the checkout page, with the secret of its address.',
  Hooks: 'Webhooks for payment providers.',
  Vouchers: 'Codes that are redeemed for licenses.',
  Inventory: 'A customer’s products, licenses, devices and files.',
  Communications: 'Newsletters and subscriptions.',
  Withdrawals: 'Withdrawals of buyers from a purchase.',
  Insights: 'Error reports from pages.',
  Activations: 'The routes of the activation page, for approving a device.',
  'Client licensing': 'The routes of applications: license tokens, trials, activation in the browser.',
  Products: 'Products and the ways to buy them.',
  Bundles: 'Several products, sold together.',
  Releases: 'The versions of a product and their files.',
  Updates: 'What the updaters of applications read.',
  Discounts: 'Price reductions with conditions.',
  Coupons: 'Codes that lower prices, single or in batches, and their uses.',
  Offers: 'Price reductions for buying certain items together, or for larger carts.',
  Promotions: 'Discounts that the storefront shows.',
  Search: 'One search over customers, orders, licenses and devices.',
  Customers: 'The customers of the vendor.',
  Licenses: 'Licenses: provisioning, import and revocation.',
  Subscriptions: 'Recurring sales: their periods, their payments, and what the vendor does about them.',
  Trials: 'Trials of customers and of devices.',
  Reports: 'Sales, refunds and taxes, from the orders themselves.',
  Analytics: 'Counts of active devices and trials.',
  Taxes: 'The tax rates of the vendor.',
  'License keys': 'The keys that sign license tokens.',
  'API keys': 'The keys that call the Core API.',
  Operators: 'The people who use the dashboard, how they sign in, and their roles.',
  'Audit log': 'Who changed what, and when.',
  Settings: 'The settings of the account.',
  Events: 'What happened, for your other systems.',
  Webhooks: 'Endpoints that events are sent to.',
  'Background jobs': 'Work that failed too often and waits for you.',
  Public: 'Public information about the vendor.',
  Operation: 'The health of the server.',
};

/** The introduction, the sections and the examples of the OpenAPI document. */
export const API_REFERENCE: ApiReference = {
  description: DESCRIPTION,
  tags: TAGS,
  examples: {
    values: EXAMPLE_VALUES,
    bodies: EXAMPLE_BODIES,
    records: {
      number: { EUR: 49, USD: 55 },
      array: { 'Product/demo-app': [] },
      any: { edition: 'Studio' },
    },
  },
};
