import type { SchemaStep } from '../src/platform/database/database.ts';
import { accounts } from './0001-accounts.ts';
import { platform } from './0002-platform.ts';
import { customers } from './0003-customers.ts';
import { catalog } from './0004-catalog.ts';
import { releases } from './0005-releases.ts';
import { payments } from './0006-payments.ts';
import { orders } from './0007-orders.ts';
import { documents } from './0008-documents.ts';
import { coupons } from './0009-coupons.ts';
import { licensing } from './0010-licensing.ts';
import { events } from './0011-events.ts';
import { webhooks } from './0012-webhooks.ts';
import { paymentMethods } from './0013-payment-methods.ts';
import { subscriptions } from './0014-subscriptions.ts';
import { orderNumbers } from './0015-order-numbers.ts';
import { withdrawals } from './0016-withdrawals.ts';
import { charges } from './0017-charges.ts';
import { operators } from './0018-operators.ts';
import { subscriptionTerms } from './0019-subscription-terms.ts';
import { deviceSearch } from './0020-device-search.ts';
import { planChanges } from './0021-plan-changes.ts';
import { perpetualFallback } from './0022-perpetual-fallback.ts';
import { correctedInvoices } from './0023-corrected-invoices.ts';
import { cutSubscriptions } from './0024-cut-subscriptions.ts';
import { itemMedia } from './0025-item-media.ts';
import { importedSubscriptions } from './0026-imported-subscriptions.ts';
import { reports } from './0027-reports.ts';
import { owedMoney } from './0028-owed-money.ts';
import { heldRenewals } from './0029-held-renewals.ts';
import { milestones } from './0030-milestones.ts';
import { earningCycles } from './0031-earning-cycles.ts';
import { operatorCodes } from './0032-operator-codes.ts';
import { payoffDiscounts } from './0033-payoff-discounts.ts';
import { refundsElsewhere } from './0034-refunds-elsewhere.ts';
import { mergedSubscriptions } from './0035-merged-subscriptions.ts';
import { subscriptionViolations } from './0036-subscription-violations.ts';
import { operatorPasskeys } from './0037-operator-passkeys.ts';
import { mergedCustomers } from './0038-merged-customers.ts';
import { freeVouchers } from './0039-free-vouchers.ts';
import { customerViews } from './0040-customer-views.ts';
import { priceNotices } from './0041-price-notices.ts';
import { violations } from './0042-violations.ts';
import { passkeyHosts } from './0043-passkey-hosts.ts';
import { workOfSupport } from './0044-work-of-support.ts';
import { recurringRevenue } from './0045-recurring-revenue.ts';
import { firstDownloads } from './0046-first-downloads.ts';
import { salesHours } from './0047-sales-hours.ts';
import { unitsToGrant } from './0048-units-to-grant.ts';
import { unitsOfPeriods } from './0049-units-of-periods.ts';
import { mailTexts } from './0050-mail-texts.ts';
import { disputesToAnswer } from './0051-disputes-to-answer.ts';
import { trialSearch } from './0052-trial-search.ts';
import { downloadsOfChanges } from './0053-downloads-of-changes.ts';
import { unitReturns } from './0054-unit-returns.ts';
import { timesOfPurchases } from './0055-times-of-purchases.ts';

/** Every step of the schema in one global order; a released step never changes. */
export const migrations: readonly SchemaStep[] = [
  accounts,
  platform,
  customers,
  catalog,
  releases,
  payments,
  orders,
  documents,
  coupons,
  licensing,
  events,
  webhooks,
  paymentMethods,
  subscriptions,
  orderNumbers,
  withdrawals,
  charges,
  operators,
  subscriptionTerms,
  deviceSearch,
  planChanges,
  perpetualFallback,
  correctedInvoices,
  cutSubscriptions,
  itemMedia,
  importedSubscriptions,
  reports,
  owedMoney,
  heldRenewals,
  milestones,
  earningCycles,
  operatorCodes,
  payoffDiscounts,
  refundsElsewhere,
  mergedSubscriptions,
  subscriptionViolations,
  operatorPasskeys,
  mergedCustomers,
  freeVouchers,
  customerViews,
  priceNotices,
  violations,
  passkeyHosts,
  workOfSupport,
  recurringRevenue,
  firstDownloads,
  salesHours,
  unitsToGrant,
  unitsOfPeriods,
  mailTexts,
  disputesToAnswer,
  trialSearch,
  downloadsOfChanges,
  unitReturns,
  timesOfPurchases,
];
