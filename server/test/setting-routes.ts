/** The routes of the account's settings, as in `ROUTES`. */
export const SETTINGS = `# Core API: settings
GET    /api/settings/api-keys                                                             Vendor settings:read
POST   /api/settings/api-keys                                                             Vendor settings:write sensitive
GET    /api/settings/api-keys/:id                                                         Vendor settings:read
PATCH  /api/settings/api-keys/:id                                                         Vendor settings:write sensitive
POST   /api/settings/api-keys/:id/rotate                                                  Vendor settings:write sensitive
POST   /api/settings/api-keys/:id/revoke                                                  Vendor settings:write
GET    /api/settings                                                                      Vendor settings:read
PATCH  /api/settings                                                                      Vendor settings:write (settings:mail)
PUT    /api/settings/logo                                                                 Vendor settings:write
DELETE /api/settings/logo                                                                 Vendor settings:write
GET    /api/mail-texts                                                                    Vendor settings:read
GET    /api/mail-texts/:mail/:language                                                    Vendor settings:read
PUT    /api/mail-texts/:mail/:language                                                    Vendor settings:write
DELETE /api/mail-texts/:mail/:language                                                    Vendor settings:write
POST   /api/mail-texts/:mail/:language/preview                                            Vendor settings:read
GET    /api/mail-texts/:mail/:language/preview                                            Vendor settings:read
POST   /api/mail-texts/:mail/:language/test                                               Vendor settings:write passwordResetPerMinute alone
GET    /api/settings/domains                                                              Vendor settings:read
POST   /api/settings/domains                                                              Vendor settings:mail
PUT    /api/settings/domains                                                              Vendor settings:mail
DELETE /api/settings/domains/:domain                                                      Vendor settings:mail
GET    /api/settings/domains/:domain/check                                                Vendor settings:read documentsPerMinute alone
GET    /api/settings/payment-connection                                                   Vendor settings:read paymentsPerMinute alone
POST   /api/settings/payment-connection                                                   Vendor settings:payments sensitive
DELETE /api/settings/payment-connection                                                   Vendor settings:payments sensitive
POST   /api/settings/close                                                                Vendor settings:close sensitive
POST   /api/settings/reopen                                                               Vendor settings:close sensitive
POST   /api/settings/set-default                                                          Vendor settings:mail
GET    /api/settings/license-keys                                                         Vendor settings:read
POST   /api/settings/license-keys                                                         Vendor keys:write sensitive
POST   /api/settings/license-keys/import                                                  Vendor keys:write sensitive
DELETE /api/settings/license-keys/:kid                                                    Vendor keys:write sensitive`;
