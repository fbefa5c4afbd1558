import { OFFERS } from './offer-routes.ts';
import { OPERATORS } from './operator-routes.ts';
import { PAGES } from './page-routes.ts';
import { SETTINGS } from './setting-routes.ts';

/**
 * Every route with its permitted callers, written by hand: `openapi.json` is generated, so a lost scope or guard would disappear from it, too. For a new route: who may call it (`Public`, `OptionalCustomer`, `Customer`, `Operator`, or `Vendor` with its scope, and one in brackets that some requests also need)?
 * Must an operator confirm it with the password (`sensitive`)? Would a repeated call do harm (`idempotent`; every POST of the Core API is)? Must nobody call it often (a limit of the settings; `alone` counts it separately)? Is it the same on every host (`off-account`), and does it follow the policy of pages (`page`)? May the vendor make it when they look at a customer's account, because it changes nothing and hands out nothing that acts (`in-views`)?
 */
export const ROUTES = `
# identity, and what a customer says about mails
POST   /api/customer/identity/sign-in                                                     Public signInPerMinute
POST   /api/customer/identity/refresh                                                     Public
POST   /api/customer/identity/sign-up                                                     Public signUpPerMinute
PATCH  /api/customer/identity                                                             Customer signUpPerMinute alone
DELETE /api/customer/identity                                                             Customer signInPerMinute
GET    /api/customer/identity/export                                                      Customer documentsPerMinute alone
GET    /api/customer/meta/user                                                            Customer in-views
POST   /api/customer/identity/set-password                                                Customer passwordResetPerMinute alone
POST   /api/customer/identity/forgot-password                                             Public passwordResetPerMinute alone
POST   /api/customer/identity/reset-password                                              Public passwordResetPerMinute alone
POST   /api/customer/identity/reset-password/check                                        Public passwordResetPerMinute alone
POST   /api/customer/identity/confirm-account                                             OptionalCustomer passwordResetPerMinute alone
POST   /api/customer/identity/confirm-email                                               OptionalCustomer passwordResetPerMinute alone
POST   /api/customer/identity/confirm-email-change                                        Customer passwordResetPerMinute alone
POST   /api/customer/identity/send-confirmation                                           Customer passwordResetPerMinute alone
POST   /api/customer/identity/undo-email-change                                           Public passwordResetPerMinute alone
POST   /api/customer/identity/deny-account                                                Public passwordResetPerMinute alone
POST   /api/customer/identity/agree-to-merge                                              Public passwordResetPerMinute alone
POST   /api/customer/identity/decline-merge                                               Public passwordResetPerMinute alone
GET    /api/customer/identity/sessions                                                    Customer in-views
DELETE /api/customer/identity/sessions/:sessionId                                         Customer
DELETE /api/customer/identity/sessions                                                    Customer
POST   /api/customer/view/open                                                            Public signInPerMinute alone
POST   /api/customer/view/end                                                             Customer ends-view
POST   /api/customer/withdrawals/order                                                    Public withdrawalsPerMinute
POST   /api/customer/withdrawals                                                          Public withdrawalsPerMinute
POST   /api/customer/communications/subscribe                                             Public newsletterPerMinute
POST   /api/customer/communications/confirm                                               Public newsletterPerMinute
GET    /api/customer/communications/preferences                                           Public
POST   /api/customer/communications/preferences                                           Public newsletterPerMinute
POST   /api/customer/communications/unsubscribe                                           Public newsletterPerMinute
POST   /api/customer/groups/:groupId/join                                                 Customer
GET    /api/customer/connect/:provider/authorize                                          Customer
DELETE /api/customer/connect/:provider                                                    Customer
POST   /api/customer/insights/error                                                       Public
POST   /api/customer/insights/warn                                                        Public

# storefront, orders, checkout, vouchers
GET    /api/customer/storefront                                                           OptionalCustomer in-views
GET    /api/customer/storefront/products/:productId                                       OptionalCustomer in-views
GET    /api/customer/storefront/bundles/:bundleId                                         OptionalCustomer in-views
GET    /api/customer/orders/:orderId                                                      OptionalCustomer in-views
GET    /api/customer/orders                                                               Customer in-views
GET    /api/customer/orders/:orderId/receipt                                              Customer in-views
GET    /api/customer/orders/:orderId/receipt.pdf                                          Customer documentsPerMinute in-views
GET    /api/customer/orders/:orderId/documents                                            Customer in-views
GET    /api/customer/orders/:orderId/documents/:documentId/pdf                            Customer documentsPerMinute in-views
POST   /api/customer/orders/:orderId/invoice                                              Customer
PATCH  /api/customer/orders/:orderId                                                      OptionalCustomer
PATCH  /api/customer/orders/:orderId/billing-details                                      OptionalCustomer
DELETE /api/customer/orders/:orderId/billing-details                                      OptionalCustomer
PATCH  /api/customer/orders/:orderId/coupon                                               OptionalCustomer couponsPerMinute
DELETE /api/customer/orders/:orderId/coupon                                               OptionalCustomer
DELETE /api/customer/orders/:orderId/coupons                                              OptionalCustomer
DELETE /api/customer/orders/:orderId/offer                                                OptionalCustomer
POST   /api/customer/orders/:orderId/groups                                               OptionalCustomer
GET    /api/checkout/:orderId/:token                                                      Public
POST   /api/checkout/:orderId/:token/cancel                                               Public paymentsPerMinute
POST   /api/checkout/:orderId/:token/currency                                             Public
PATCH  /api/checkout/:orderId/:token/lines/:lineId                                         Public
POST   /api/checkout/:orderId/:token/coupon                                               Public couponsPerMinute
DELETE /api/checkout/:orderId/:token/coupon                                               Public
POST   /api/checkout/:orderId/:token/quote                                                Public
POST   /api/checkout/:orderId/:token/pay                                                  Public paymentsPerMinute
POST   /api/checkout/:orderId/:token/return                                               Public paymentsPerMinute
GET    /api/checkout/:orderId/:token/receipt.pdf                                          Public documentsPerMinute
GET    /api/public/documents/:documentId/:token/document.pdf                              Public documentsPerMinute
POST   /api/hooks/payments/:provider                                                      Public
GET    /api/customer/vouchers                                                             OptionalCustomer vouchersPerMinute
POST   /api/customer/vouchers/redeem                                                      Customer idempotent vouchersPerMinute

# what a customer owns
GET    /api/customer/inventory/products                                                   Customer in-views
GET    /api/customer/inventory/licenses                                                   Customer in-views
GET    /api/customer/inventory/products/:productId/licenses                               Customer in-views
GET    /api/customer/inventory/products/:productId/licenses/activations                   Customer in-views
GET    /api/customer/inventory/licenses/:licenseId/activations                            Customer in-views
GET    /api/customer/inventory/licenses/:licenseId/upgrades                               Customer in-views
POST   /api/customer/inventory/licenses/:licenseId/activations/:activationId/revoke       Customer
GET    /api/customer/inventory/subscriptions                                              Customer in-views
GET    /api/customer/inventory/subscriptions/:id                                          Customer in-views
GET    /api/customer/inventory/subscriptions/:id/orders                                   Customer in-views
GET    /api/customer/inventory/subscriptions/:id/changes                                  Customer in-views
POST   /api/customer/inventory/subscriptions/:id/changes                                  Customer
POST   /api/customer/inventory/subscriptions/:id/renew                                    Customer
POST   /api/customer/inventory/subscriptions/:id/payoff                                   Customer
POST   /api/customer/inventory/subscriptions/:id/cancel                                   Customer
POST   /api/customer/inventory/subscriptions/:id/pause                                    Customer
POST   /api/customer/inventory/subscriptions/:id/resume                                   Customer
GET    /api/customer/subscription-links                                                   Public
POST   /api/customer/subscription-links/cancel                                            Public
POST   /api/customer/subscription-links/resume                                            Public
POST   /api/customer/subscription-links/renew                                             Public
POST   /api/customer/subscription-links/method                                            Public
POST   /api/customer/inventory/activate                                                   Customer
GET    /api/customer/inventory/license-files/:activationId                                Public
GET    /api/customer/inventory/products/:productId                                        OptionalCustomer in-views
GET    /api/customer/inventory/products/:productId/download/:version/:key                 OptionalCustomer
GET    /api/customer/inventory/products/:productId/download/:platform/latest              OptionalCustomer
GET    /api/customer/inventory/files/:productId/:version/:key                             Public

# applications, and activation in the browser
POST   /api/client/trials/:productId/request                                              OptionalCustomer trialsPerMinute trialsPerDay
POST   /api/client/licenses/:productId/request                                            Customer
POST   /api/client/licenses/:productId/validate                                           Public
POST   /api/client/licenses/:productId/revoke                                             Public
POST   /api/client/licenses/:productId/sub-products                                       Public
POST   /api/client/licenses/:productId/sub-products/:subProductId/activate                Public
POST   /api/client/licenses/:productId/sub-products/:subProductId/trial                   Public trialsPerMinute trialsPerDay
POST   /api/client/activations/:productId/request                                         Public activationRequestsPerMinute
GET    /api/client/activations/:requestId                                                 Public
GET    /api/customer/activations/:id                                                      OptionalCustomer
POST   /api/customer/activations/:id/license                                              Customer
POST   /api/customer/activations/:id/trial                                                OptionalCustomer trialsPerMinute trialsPerDay
POST   /api/customer/activations/:id/cancel                                               OptionalCustomer
GET    /api/customer/activations/:id/completed                                            Public

# Core API: customers, licenses, trials, vouchers
GET    /api/search                                                                        Vendor licenses:read
GET    /api/customers                                                                     Vendor customers:read
GET    /api/customers/:idOrEmail                                                          Vendor customers:read
GET    /api/customers/:idOrEmail/export                                                   Vendor customers:export documentsPerMinute alone sensitive
GET    /api/customers/:idOrEmail/mails                                                    Vendor customers:read
POST   /api/customers/:idOrEmail/mails/:mailId/send-again                                 Vendor customers:write (orders:write)
GET    /api/customers/:idOrEmail/notes                                                    Vendor customers:read
POST   /api/customers/:idOrEmail/notes                                                    Vendor customers:write
DELETE /api/customers/:idOrEmail/notes/:noteId                                            Vendor customers:write
GET    /api/customers/:idOrEmail/sessions                                                 Vendor customers:read
DELETE /api/customers/:idOrEmail/sessions/:sessionId                                      Vendor customers:write
DELETE /api/customers/:idOrEmail/sessions                                                 Vendor customers:write
GET    /api/customers/:idOrEmail/timeline                                                 Vendor customers:read (orders:read)
GET    /api/customers/:idOrEmail/devices                                                  Vendor customers:read (licenses:read)
GET    /api/customers/:idOrEmail/vouchers                                                 Vendor customers:read (vouchers:read)
POST   /api/customers/import                                                              Vendor customers:write (customers:email)
PATCH  /api/customers/:idOrEmail                                                          Vendor customers:write (customers:email)
POST   /api/customers/:idOrEmail/merge                                                    Vendor customers:write (customers:email) sensitive
GET    /api/customers/:idOrEmail/merge                                                    Vendor customers:read
DELETE /api/customers/:idOrEmail/merge/:fromId                                            Vendor customers:write
POST   /api/customers/:idOrEmail/view                                                     Vendor customers:view
DELETE /api/customers/:idOrEmail                                                          Vendor customers:write sensitive
PUT    /api/customers/:idOrEmail/custom-properties                                        Vendor customers:write
GET    /api/licenses                                                                      Vendor licenses:read
GET    /api/licenses/:id                                                                  Vendor licenses:read
POST   /api/licenses/provision                                                            Vendor licenses:write
POST   /api/licenses/import                                                               Vendor licenses:write
PATCH  /api/licenses/:id                                                                  Vendor licenses:write
POST   /api/licenses/change-many                                                          Vendor licenses:write
POST   /api/licenses/message                                                              Vendor licenses:write
POST   /api/licenses/:id/revoke                                                           Vendor licenses:write
POST   /api/licenses/:id/restore                                                          Vendor licenses:write
POST   /api/licenses/:id/reissue                                                          Vendor licenses:write
POST   /api/licenses/:id/transfer                                                         Vendor licenses:write
PUT    /api/licenses/:id/custom-properties                                                Vendor licenses:write
GET    /api/licenses/:id/activations                                                      Vendor licenses:read
GET    /api/licenses/:id/timeline                                                         Vendor licenses:read
POST   /api/licenses/:id/activations/:activationId/revoke                                 Vendor licenses:write
GET    /api/subscriptions                                                                 Vendor subscriptions:read
GET    /api/subscriptions/:id                                                             Vendor subscriptions:read
GET    /api/subscriptions/:id/periods                                                     Vendor subscriptions:read
GET    /api/subscriptions/:id/timeline                                                    Vendor subscriptions:read
POST   /api/subscriptions/:id/cancel                                                      Vendor subscriptions:write
POST   /api/subscriptions/:id/resume                                                      Vendor subscriptions:write
POST   /api/subscriptions/:id/release                                                     Vendor subscriptions:write
POST   /api/subscriptions/:id/retry                                                       Vendor subscriptions:write
POST   /api/subscriptions/:id/skip                                                        Vendor subscriptions:write
POST   /api/subscriptions/:id/extend                                                      Vendor subscriptions:write
POST   /api/subscriptions/:id/comp                                                        Vendor subscriptions:write
POST   /api/subscriptions/:id/merge                                                       Vendor subscriptions:write
POST   /api/subscriptions/:id/pause                                                       Vendor subscriptions:write
POST   /api/subscriptions/:id/change                                                      Vendor subscriptions:write
POST   /api/subscriptions/price-changes                                                   Vendor subscriptions:write [subscriptions:prices]
POST   /api/dev/clock                                                                     Vendor subscriptions:write
PATCH  /api/dev/payment-methods/:subscriptionId                                           Vendor subscriptions:write
GET    /api/orders                                                                        Vendor orders:read
GET    /api/orders/:orderId                                                               Vendor orders:read
GET    /api/orders/:orderId/timeline                                                      Vendor orders:read
POST   /api/orders/:orderId/refunds                                                       Vendor orders:write
POST   /api/orders/:orderId/deliver                                                       Vendor orders:write
POST   /api/orders/:orderId/send-receipt                                                  Vendor orders:write
POST   /api/orders/:orderId/settle-undue                                                  Vendor orders:write
POST   /api/orders/:orderId/invoice                                                       Vendor orders:write
GET    /api/orders/:orderId/refunds                                                       Vendor orders:read
GET    /api/withdrawals                                                                   Vendor orders:read
GET    /api/withdrawals/:withdrawalId                                                     Vendor orders:read
POST   /api/withdrawals/:withdrawalId/grant                                               Vendor orders:write
POST   /api/withdrawals/:withdrawalId/decline                                             Vendor orders:write
GET    /api/orders/:orderId/refunds/:refundId                                             Vendor orders:read
GET    /api/disputes                                                                      Vendor orders:read
GET    /api/disputes/:disputeId                                                           Vendor orders:read
GET    /api/orders/:orderId/documents                                                     Vendor orders:read
GET    /api/documents                                                                     Vendor orders:read
GET    /api/export/documents                                                              Vendor orders:read
GET    /api/documents/:documentId                                                         Vendor orders:read
GET    /api/documents/:documentId/pdf                                                     Vendor orders:read
GET    /api/trials                                                                        Vendor trials:read
GET    /api/trials/:id                                                                    Vendor trials:read
POST   /api/trials/import                                                                 Vendor trials:write
POST   /api/trials/:id/reset                                                              Vendor trials:write
PUT    /api/trials/:id/custom-properties                                                  Vendor trials:write
POST   /api/import/customers                                                              Vendor customers:write (customers:email)
POST   /api/import/licenses                                                               Vendor licenses:write
POST   /api/import/subscriptions                                                          Vendor subscriptions:write [subscriptions:import] sensitive
POST   /api/import/trials                                                                 Vendor trials:write
POST   /api/import/variations                                                             Vendor products:write
POST   /api/import/vouchers                                                               Vendor vouchers:write
POST   /api/vouchers/batches                                                              Vendor vouchers:write
GET    /api/vouchers/batches                                                              Vendor vouchers:read
GET    /api/vouchers/batches/:id                                                          Vendor vouchers:read
POST   /api/vouchers/batches/:id/revoke                                                   Vendor vouchers:write
POST   /api/vouchers/batches/:id/restore                                                  Vendor vouchers:write
GET    /api/vouchers/batches/:id/codes                                                    Vendor vouchers:read
GET    /api/vouchers/batches/:id/codes.csv                                                Vendor vouchers:read
# Core API: whole lists as files
GET    /api/export/customers                                                              Vendor customers:read [customers:export] sensitive
GET    /api/export/orders                                                                 Vendor orders:read [customers:export] sensitive
GET    /api/export/subscriptions                                                          Vendor subscriptions:read
GET    /api/export/licenses                                                               Vendor licenses:read
GET    /api/export/trials                                                                 Vendor trials:read
GET    /api/export/vouchers                                                               Vendor vouchers:read
GET    /api/export/events                                                                 Vendor events:read
GET    /api/export/webhooks                                                               Vendor webhooks:read
GET    /api/export/deliveries/:id                                                         Vendor webhooks:read [customers:export] sensitive
GET    /api/export/jobs                                                                   Vendor jobs:read
GET    /api/export/releases/:productId                                                    Vendor releases:read
GET    /api/export/audit                                                                  Vendor audit:read
GET    /api/export/products                                                               Vendor products:read
GET    /api/export/bundles                                                                Vendor products:read
GET    /api/export/discounts                                                              Vendor products:read
GET    /api/export/coupons                                                                Vendor coupons:read
GET    /api/export/offers                                                                 Vendor products:read
GET    /api/export/promotions                                                             Vendor products:read

${OPERATORS}

${SETTINGS}

# Core API: events, webhooks and figures
GET    /api/events                                                                        Vendor events:read
GET    /api/events/stream                                                                 Vendor events:read
GET    /api/events/:eventId                                                               Vendor events:read
GET    /api/webhooks                                                                      Vendor webhooks:read
POST   /api/webhooks                                                                      Vendor webhooks:write
GET    /api/webhooks/:id                                                                  Vendor webhooks:read
PATCH  /api/webhooks/:id                                                                  Vendor webhooks:write
DELETE /api/webhooks/:id                                                                  Vendor webhooks:write
POST   /api/webhooks/:id/rotate-secret                                                    Vendor webhooks:write
POST   /api/webhooks/:id/test                                                             Vendor webhooks:write
POST   /api/webhooks/:id/replay                                                           Vendor webhooks:write
POST   /api/webhooks/:id/enable                                                           Vendor webhooks:write
POST   /api/webhooks/:id/disable                                                          Vendor webhooks:write
GET    /api/webhooks/:id/deliveries                                                       Vendor webhooks:read
POST   /api/webhooks/:id/deliveries/:deliveryId/retry                                     Vendor webhooks:write
GET    /api/jobs                                                                          Vendor jobs:read
POST   /api/jobs/:jobId/retry                                                             Vendor jobs:write
DELETE /api/jobs/:jobId                                                                   Vendor jobs:write
GET    /api/audit                                                                         Vendor audit:read
GET    /api/reports/sales                                                                 Vendor orders:read
GET    /api/reports/oss                                                                   Vendor orders:read
GET    /api/reports/recurring                                                             Vendor orders:read
GET    /api/reports/trials                                                                Vendor trials:read
GET    /api/reports/activations                                                           Vendor licenses:read
GET    /api/violations                                                                    Vendor orders:read
GET    /api/analytics/usage                                                               Vendor licenses:read
GET    /api/analytics/trials                                                              Vendor trials:read
GET    /api/settings/server                                                               Vendor settings:read
GET    /api/tax-rates                                                                     Vendor settings:read
GET    /api/tax-rates/standard                                                            Vendor settings:read
GET    /api/tax-rates/:id                                                                 Vendor settings:read
POST   /api/tax-rates                                                                     Vendor settings:write
PATCH  /api/tax-rates/:id                                                                 Vendor settings:write
DELETE /api/tax-rates/:id                                                                 Vendor settings:write

# Core API: products
GET    /api/products/:id/licensing-settings                                               Vendor products:read
PUT    /api/products/:id/licensing-settings                                               Vendor products:write
GET    /api/products                                                                      Vendor products:read
GET    /api/products/:id                                                                  Vendor products:read
POST   /api/products                                                                      Vendor products:write
PATCH  /api/products/:id                                                                  Vendor products:write
POST   /api/products/:id/archive                                                          Vendor products:write
POST   /api/products/:id/restore                                                          Vendor products:write
PUT    /api/products/:id/custom-properties                                                Vendor products:write
GET    /api/products/:id/variations                                                       Vendor products:read
GET    /api/products/:id/variations/:variationId                                          Vendor products:read
POST   /api/products/:id/variations                                                       Vendor products:write
PATCH  /api/products/:id/variations/:variationId                                          Vendor products:write
POST   /api/products/:id/variations/:variationId/archive                                  Vendor products:write
POST   /api/products/:id/variations/:variationId/restore                                  Vendor products:write
GET    /api/products/:id/quote                                                            Vendor products:read
POST   /api/products/:id/quote                                                            Vendor products:read
POST   /api/texts/preview                                                                 Vendor products:read
PUT    /api/products/:id/icon                                                             Vendor products:write
DELETE /api/products/:id/icon                                                             Vendor products:write
GET    /api/products/:id/images                                                           Vendor products:read
POST   /api/products/:id/images                                                           Vendor products:write
PATCH  /api/products/:id/images/:imageId                                                  Vendor products:write
DELETE /api/products/:id/images/:imageId                                                  Vendor products:write
GET    /api/products/:id/media                                                            Vendor products:read
POST   /api/products/:id/media                                                            Vendor products:write
PATCH  /api/products/:id/media/:mediaId                                                   Vendor products:write
DELETE /api/products/:id/media/:mediaId                                                   Vendor products:write

# Core API: releases and their files
GET    /api/products/:productId/releases                                                  Vendor releases:read
GET    /api/products/:productId/releases/:version                                         Vendor releases:read
POST   /api/products/:productId/releases/new                                              Vendor releases:write
PUT    /api/products/:productId/releases/:version                                         Vendor releases:write
PATCH  /api/products/:productId/releases/:version                                         Vendor releases:write
POST   /api/products/:productId/releases/:version/add-download                            Vendor releases:write
PUT    /api/products/:productId/releases/:version/add-download                            Vendor releases:write
POST   /api/products/:productId/releases/:version/publish                                 Vendor releases:write
POST   /api/products/:productId/releases/:version/yank                                    Vendor releases:write
POST   /api/products/:productId/releases/:version/restore                                 Vendor releases:write
POST   /api/downloads/prepare                                                             Vendor releases:write
GET    /api/downloads/:key                                                                Vendor releases:write
POST   /api/downloads/:key/complete                                                       Vendor releases:write
PUT    /api/uploads/:key                                                                  Public
PUT    /api/uploads/:key/parts/:number                                                    Public

# updates, as the updaters of applications read them
GET    /api/public/updates/:productId/:channel/appcast.xml                                OptionalCustomer
GET    /api/public/updates/:productId/:file                                               OptionalCustomer
GET    /api/public/updates/:productId/:channel/tauri.json                                 OptionalCustomer
GET    /api/public/updates/:productId/:channel/tauri/:target/:arch/:currentVersion        OptionalCustomer
GET    /api/public/updates/:productId/:channel/velopack/:file                             OptionalCustomer
GET    /api/public/updates/:productId/files/:version/:platform/:name                      OptionalCustomer

# Core API: bundles
GET    /api/bundles                                                                       Vendor products:read
GET    /api/bundles/:id                                                                   Vendor products:read
POST   /api/bundles                                                                       Vendor products:write
PATCH  /api/bundles/:id                                                                   Vendor products:write
POST   /api/bundles/:id/archive                                                           Vendor products:write
POST   /api/bundles/:id/restore                                                           Vendor products:write
PUT    /api/bundles/:id/custom-properties                                                 Vendor products:write
GET    /api/bundles/:id/variations                                                        Vendor products:read
GET    /api/bundles/:id/variations/:variationId                                           Vendor products:read
POST   /api/bundles/:id/variations                                                        Vendor products:write
PATCH  /api/bundles/:id/variations/:variationId                                           Vendor products:write
POST   /api/bundles/:id/variations/:variationId/archive                                   Vendor products:write
POST   /api/bundles/:id/variations/:variationId/restore                                   Vendor products:write
GET    /api/bundles/:id/quote                                                             Vendor products:read
POST   /api/bundles/:id/quote                                                             Vendor products:read
PUT    /api/bundles/:id/icon                                                              Vendor products:write
DELETE /api/bundles/:id/icon                                                              Vendor products:write
GET    /api/bundles/:id/images                                                            Vendor products:read
POST   /api/bundles/:id/images                                                            Vendor products:write
PATCH  /api/bundles/:id/images/:imageId                                                   Vendor products:write
DELETE /api/bundles/:id/images/:imageId                                                   Vendor products:write
GET    /api/bundles/:id/media                                                             Vendor products:read
POST   /api/bundles/:id/media                                                             Vendor products:write
PATCH  /api/bundles/:id/media/:mediaId                                                    Vendor products:write
DELETE /api/bundles/:id/media/:mediaId                                                    Vendor products:write

${OFFERS}

# for everybody
GET    /api/public/icons/:file                                                            Public
GET    /api/public/logos/:file                                                            Public
GET    /api/public/images/:file                                                           Public
GET    /api/public/media/:file                                                            Public
GET    /api/public/vendors/current                                                        Public
GET    /.well-known/jwks.json                                                             Public
GET    /api/public/license-key.pem                                                        Public
GET    /healthz                                                                           Public off-account
GET    /readyz                                                                            Public off-account

${PAGES}`;
