/** The pages, in the form of `ROUTES`. */
export const PAGES = `# pages, and the mails of people who develop
GET    /dev/mail                                                                          Public page off-account
GET    /dev/mail/:accountId/:mailId                                                       Public page off-account
GET    /dev/mail/:accountId/:mailId/html                                                  Public page off-account
GET    /dashboard/guide/:file                                                             Public page off-account
GET    /dev/guide                                                                         Public page off-account
GET    /dev/guide/customer-web.md                                                         Public page off-account
GET    /dev/guide/applications.md                                                         Public page off-account
GET    /dev/guide/walk.md                                                                 Public page off-account
GET    /dev/guide/getting-started.md                                                      Public page off-account
GET    /dev/guide/embed.md                                                                Public page off-account
GET    /dev/guide/sdk.md                                                                  Public page off-account
GET    /dev/guide/identity.md                                                             Public page off-account
GET    /dev/guide/licensing-in-your-app.md                                                Public page off-account
GET    /dev/guide/dashboard.md                                                           Public page off-account
GET    /dev/guide/core-api.md                                                             Public page off-account
GET    /dev/guide/releases.md                                                             Public page off-account
GET    /dev/guide/documents.md                                                            Public page off-account
GET    /dev/guide/payments.md                                                             Public page off-account
GET    /dev/guide/refunds.md                                                              Public page off-account
GET    /dev/guide/moving.md                                                               Public page off-account
GET    /dev/guide/going-live.md                                                           Public page off-account
GET    /dev/guide/operating.md                                                            Public page off-account
GET    /dev/guide/security.md                                                             Public page off-account
GET    /dev/guide/accessibility.md                                                        Public page off-account
GET    /dev/guide/settings.md                                                             Public page off-account
GET    /dev/guide/taxes.md                                                                Public page off-account
POST   /dev/try/checkout                                                                  Public page
POST   /dev/try/activation                                                                Public page
GET    /dev/legal/:page                                                                   Public page
POST   /dev/try/reversals                                                                 Vendor orders:write
GET    /dashboard                                                                        Public page off-account
GET    /dashboard/*                                                                      Public page off-account
GET    /checkout/*                                                                        Public page
GET    /shop                                                                              Public page
GET    /shop/*                                                                            Public page
GET    /cart                                                                              Public page
GET    /buy/*                                                                             Public page
GET    /sign-in                                                                           Public page
GET    /sign-up                                                                           Public page
GET    /account                                                                           Public page
GET    /account/*                                                                         Public page
GET    /account/details                                                                   Public page
GET    /account/details/*                                                                 Public page
GET    /redeem                                                                            Public page
GET    /withdraw                                                                          Public page
GET    /embed.js                                                                          Public page off-account
GET    /activate                                                                          Public page
GET    /activate/*                                                                        Public page
GET    /account/reset-password                                                            Public page
GET    /account/confirm                                                                   Public page
GET    /account/confirm-email                                                             Public page
GET    /account/confirm-email-change                                                      Public page
GET    /account/undo-email-change                                                         Public page
GET    /account/not-me                                                                    Public page
GET    /account/merge                                                                     Public page
GET    /account/subscription                                                              Public page
GET    /account/payment-method                                                            Public page
GET    /newsletter/confirm                                                                Public page
GET    /newsletter/preferences                                                            Public page
GET    /newsletter/unsubscribe                                                            Public page
GET    /openapi.json                                                                      Public off-account
GET    /                                                                                  Public page off-account
GET    /docs                                                                              Public off-account
GET    /docs/                                                                             Public page off-account
GET    /docs/prepare.js                                                                   Public page off-account
GET    /docs/scalar.js                                                                    Public page off-account
GET    /docs/start.js                                                                     Public page off-account
`;
