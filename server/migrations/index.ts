import type { SchemaStep } from '../src/platform/database/migrate.ts';
import { foundation } from './0001-foundation.ts';
import { identity } from './0002-identity.ts';
import { catalog } from './0003-catalog.ts';
import { licensing } from './0004-licensing.ts';
import { stripedCounts } from './0005-striped-counts.ts';
import { perpetualOfflineTokens } from './0006-perpetual-offline-tokens.ts';
import { lookupIndexes } from './0007-lookup-indexes.ts';
import { waitingLicenses } from './0008-waiting-licenses.ts';
import { demoAccounts } from './0009-demo-accounts.ts';
import { clientNotesOnLines } from './0010-client-notes-on-lines.ts';
import { guestCarts } from './0011-guest-carts.ts';
import { buyersOfPayments } from './0012-buyers-of-payments.ts';
import { newsletterRequests } from './0013-newsletter-requests.ts';
import { emailChanges } from './0014-email-changes.ts';
import { sessionEpochs } from './0015-session-epochs.ts';
import { addressCodes } from './0016-address-codes.ts';
import { billingOrigins } from './0017-billing-origins.ts';
import { forgottenPayments } from './0018-forgotten-payments.ts';
import { paymentsOfAnything } from './0019-payments-of-anything.ts';
import { journal } from './0020-journal.ts';
import { uploads } from './0021-uploads.ts';
import { journalAnchors } from './0022-journal-anchors.ts';
import { importedCustomers } from './0023-imported-customers.ts';
import { keyRotation } from './0024-key-rotation.ts';
import { supportDesk } from './0025-support-desk.ts';
import { updateFeeds } from './0026-update-feeds.ts';
import { erasureLookups } from './0027-erasure-lookups.ts';
import { orderLookUp } from './0028-order-look-up.ts';
import { customerSearch } from './0029-customer-search.ts';
import { activeLicenses } from './0030-active-licenses.ts';
import { paymentDetails } from './0031-payment-details.ts';
import { refunds } from './0032-refunds.ts';
import { paidOrders } from './0033-paid-orders.ts';
import { documents } from './0034-documents.ts';
import { pricingTiers } from './0035-pricing-tiers.ts';
import { paymentCredentials } from './0036-payment-credentials.ts';
import { coupons } from './0037-coupons.ts';
import { taxOfRefunds } from './0038-tax-of-refunds.ts';
import { cartOffers } from './0039-cart-offers.ts';
import { taxRates } from './0040-tax-rates.ts';
import { promotions } from './0041-promotions.ts';
import { couponReservations } from './0042-coupon-reservations.ts';
import { paymentTerms } from './0043-payment-terms.ts';
import { missedEvents } from './0044-missed-events.ts';
import { itemPages } from './0045-item-pages.ts';
import { undeliveredOrders } from './0046-undelivered-orders.ts';
import { itemImages } from './0047-item-images.ts';
import { refundedOrders } from './0048-refunded-orders.ts';
import { freeRefunds } from './0049-free-refunds.ts';
import { linesOfCarts } from './0050-lines-of-carts.ts';

/** Every step of the schema in one global order; a released step never changes. */
export const migrations: readonly SchemaStep[] = [
  foundation,
  identity,
  catalog,
  licensing,
  stripedCounts,
  perpetualOfflineTokens,
  lookupIndexes,
  waitingLicenses,
  demoAccounts,
  clientNotesOnLines,
  guestCarts,
  buyersOfPayments,
  newsletterRequests,
  emailChanges,
  sessionEpochs,
  addressCodes,
  billingOrigins,
  forgottenPayments,
  paymentsOfAnything,
  journal,
  uploads,
  journalAnchors,
  importedCustomers,
  keyRotation,
  supportDesk,
  updateFeeds,
  erasureLookups,
  orderLookUp,
  customerSearch,
  activeLicenses,
  paymentDetails,
  refunds,
  paidOrders,
  documents,
  pricingTiers,
  paymentCredentials,
  coupons,
  taxOfRefunds,
  cartOffers,
  taxRates,
  promotions,
  couponReservations,
  paymentTerms,
  missedEvents,
  itemPages,
  undeliveredOrders,
  itemImages,
  refundedOrders,
  freeRefunds,
  linesOfCarts,
];
