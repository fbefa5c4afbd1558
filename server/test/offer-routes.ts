/** The routes of discounts, offers and coupons, as in `ROUTES`. */
export const OFFERS = `# Core API: discounts and offers
GET    /api/discounts                                                                     Vendor products:read
GET    /api/discounts/:id                                                                 Vendor products:read
POST   /api/discounts                                                                     Vendor products:write
PATCH  /api/discounts/:id                                                                 Vendor products:write
POST   /api/discounts/:id/archive                                                         Vendor products:write
POST   /api/discounts/:id/restore                                                         Vendor products:write
GET    /api/offers                                                                        Vendor products:read
GET    /api/offers/:id                                                                    Vendor products:read
POST   /api/offers                                                                        Vendor products:write
PATCH  /api/offers/:id                                                                    Vendor products:write
POST   /api/offers/:id/archive                                                            Vendor products:write
POST   /api/offers/:id/restore                                                            Vendor products:write
GET    /api/promotions                                                                    Vendor products:read
GET    /api/promotions/:id                                                                Vendor products:read
POST   /api/promotions                                                                    Vendor products:write
PATCH  /api/promotions/:id                                                                Vendor products:write
POST   /api/promotions/:id/archive                                                        Vendor products:write
POST   /api/promotions/:id/restore                                                        Vendor products:write
PUT    /api/promotions/:id/custom-properties                                              Vendor products:write

# Core API: coupons
GET    /api/coupons                                                                       Vendor coupons:read
GET    /api/coupons/:id                                                                   Vendor coupons:read
POST   /api/coupons                                                                       Vendor coupons:write
PATCH  /api/coupons/:id                                                                   Vendor coupons:write
POST   /api/coupons/:id/archive                                                           Vendor coupons:write
POST   /api/coupons/:id/restore                                                           Vendor coupons:write
POST   /api/coupons/:id/codes                                                             Vendor coupons:write
GET    /api/coupons/:id/codes                                                             Vendor coupons:read
GET    /api/coupons/:id/codes.csv                                                         Vendor coupons:read
POST   /api/coupons/:id/codes/:codeId/revoke                                              Vendor coupons:write
POST   /api/coupons/:id/batches                                                           Vendor coupons:write
GET    /api/coupons/:id/batches                                                           Vendor coupons:read
GET    /api/coupons/:id/batches/:batchId                                                  Vendor coupons:read
GET    /api/coupons/:id/uses                                                              Vendor coupons:read`;
