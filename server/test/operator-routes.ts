/** The routes of the people who use the dashboard, as in `ROUTES`. */
export const OPERATORS = `# the people who use the dashboard
POST   /api/operator/session                                                             Public signInPerMinute alone
GET    /api/operator/session                                                             Operator
DELETE /api/operator/session                                                             Operator
POST   /api/operator/session/passkey/options                                             Public signInPerMinute alone
POST   /api/operator/session/passkey                                                     Public signInPerMinute alone
GET    /api/operator/session/provider                                                    Public
POST   /api/operator/session/provider/options                                            Public signInPerMinute alone
POST   /api/operator/session/provider                                                    Public signInPerMinute alone
POST   /api/operator/session/confirm/provider/options                                    Operator signInPerMinute alone
POST   /api/operator/session/confirm/provider                                            Operator signInPerMinute alone
POST   /api/operator/session/confirm/passkey/options                                     Operator signInPerMinute alone
POST   /api/operator/session/confirm/passkey                                             Operator signInPerMinute alone
POST   /api/operator/password                                                            Operator signInPerMinute alone
GET    /api/operator/codes                                                               Operator
POST   /api/operator/codes                                                               Operator sensitive
POST   /api/operator/codes/confirm                                                       Operator signInPerMinute alone sensitive
POST   /api/operator/recovery-codes                                                      Operator sensitive
GET    /api/operator/passkeys                                                            Operator
POST   /api/operator/passkeys/options                                                    Operator signInPerMinute alone sensitive
POST   /api/operator/passkeys                                                            Operator signInPerMinute alone sensitive
DELETE /api/operator/passkeys/:passkeyId                                                 Operator sensitive
DELETE /api/operator/codes                                                               Operator sensitive
POST   /api/operator/session/confirm                                                     Operator signInPerMinute alone
GET    /api/operator/test-mail                                                           Operator
POST   /api/operator/test-mail                                                           Operator passwordResetPerMinute alone
POST   /api/operator/forgotten-password                                                  Public passwordResetPerMinute alone
POST   /api/operator/links/view                                                          Public signInPerMinute alone
POST   /api/operator/links/passkey                                                       Public signInPerMinute alone
POST   /api/operator/links/accept                                                        Public signInPerMinute alone
GET    /api/operator/sessions                                                            Operator
DELETE /api/operator/sessions/:sessionId                                                 Operator
DELETE /api/operator/sessions                                                            Operator
GET    /api/operators                                                                    Vendor operators:read
GET    /api/operators/:operatorId                                                        Vendor operators:read
POST   /api/operators                                                                    Vendor operators:write sensitive
PATCH  /api/operators/:operatorId                                                        Vendor operators:write sensitive
POST   /api/operators/:operatorId/reset                                                  Vendor operators:write sensitive
DELETE /api/operators/:operatorId                                                        Vendor operators:write sensitive`;
