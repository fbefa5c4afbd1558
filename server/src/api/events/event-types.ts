import type { EventType } from '../../modules/events/index.ts';
import { RESOURCES } from './resources.ts';

type JournalEntry = Parameters<NonNullable<EventType['if']>>[0];

const becomes =
  (...statuses: readonly string[]) =>
  ({ data }: JournalEntry) =>
    statuses.includes(String(data['after']));

const { order, payment, dispute, document, license, activation, trial, voucher } = RESOURCES;
const { customer, release, product, coupon, account, operator, webhook, subscription } = RESOURCES;

/** Every type of event, in the order of the guide. A new type is one more entry here, and a scenario in its test. */
export const EVENT_TYPES: readonly EventType[] = [
  {
    type: 'order.created',
    when: 'A cart becomes an order: its first payment starts, or it costs nothing.',
    from: ['order.status-changed'],
    if: becomes('PaymentProcessing', 'Paid'),
    isFirst: true,
    subject: order,
  },
  {
    type: 'order.paid',
    when: 'The money has arrived; the licenses follow.',
    from: ['order.status-changed'],
    if: becomes('Paid'),
    subject: order,
  },
  {
    type: 'order.completed',
    when: 'The order is fulfilled: its licenses exist.',
    from: ['order.completed'],
    subject: order,
  },
  {
    type: 'order.refunded',
    when: 'A refund, of everything or a part, has succeeded.',
    from: ['refund.succeeded'],
    subject: order,
  },
  {
    type: 'order.cancelled',
    when: 'A paid order could not be delivered: its money is returned.',
    from: ['order.cancelled'],
    subject: order,
  },
  {
    type: 'payment.failed',
    when: 'A payment was declined, cancelled, or has expired.',
    from: ['payment.failed'],
    subject: payment,
  },
  {
    type: 'payment.disputed',
    when: 'A buyer claims their money back through their bank.',
    from: ['dispute.opened'],
    subject: dispute,
  },
  {
    type: 'payment.dispute_closed',
    when: 'A dispute was won or lost.',
    from: ['dispute.won', 'dispute.lost'],
    subject: dispute,
  },
  {
    type: 'document.issued',
    when: 'A receipt, an invoice or a credit note got its number.',
    from: ['document.issued'],
    subject: document,
  },
  {
    type: 'subscription.created',
    when: 'The first payment of a subscription has arrived, or it was imported.',
    from: ['subscription.created', 'subscription.imported'],
    subject: subscription,
  },
  {
    type: 'subscription.renewed',
    when: 'A further period is paid; its licenses are longer.',
    from: ['subscription.renewed'],
    subject: subscription,
  },
  {
    type: 'subscription.payment_failed',
    when: 'The charge for a renewal failed. `data.payment` says whether and when it is tried again.',
    from: ['subscription.payment-failed'],
    subject: subscription,
  },
  {
    type: 'subscription.payment_action_required',
    when: 'The customer is asked to pay a renewal, which cannot be charged without them.',
    from: ['subscription.action-required'],
    subject: subscription,
  },
  {
    type: 'subscription.cancelled',
    when: 'A subscription was cancelled: it ends with the paid period, or at once.',
    from: ['subscription.cancelled'],
    subject: subscription,
  },
  {
    type: 'subscription.resumed',
    when: 'A cancellation was taken back, or a pause ended early.',
    from: ['subscription.resumed'],
    subject: subscription,
  },
  {
    type: 'subscription.paused',
    when: 'A subscription is paused from its next period on. `data.pausedUntil` says until when.',
    from: ['subscription.paused'],
    subject: subscription,
  },
  {
    type: 'subscription.changed',
    when: 'A subscription has another plan, quantity or price, more time, another payment method, a coupon code for its paid cycles, another one was merged into it, or a change of its plan was agreed: `data.nextPlan`.',
    from: [
      'subscription.change-agreed',
      'subscription.changed',
      'subscription.extended',
      'subscription.comped',
      'subscription.price-changed',
      'subscription.method-changed',
      'subscription.milestone-reached',
      'subscription.merged',
    ],
    subject: subscription,
  },
  {
    type: 'subscription.expired',
    when: 'The access of a subscription is over. A late payment or the end of a pause can bring it back, until it ends for good.',
    from: ['subscription.expired'],
    subject: subscription,
  },
  {
    type: 'subscription.completed',
    when: 'Everything of a subscription is paid: its licenses never end.',
    from: ['subscription.completed'],
    subject: subscription,
  },
  {
    type: 'license.issued',
    when: 'A license was granted or imported. Each of those that are granted together has an event.',
    from: ['license.granted', 'license.imported'],
    subject: license,
  },
  {
    type: 'license.extended',
    when: 'A license got a later end, or none.',
    from: ['license.updated'],
    if: isExtension,
    subject: license,
  },
  {
    type: 'license.suspended',
    when: 'The payment of a license is disputed: it works no longer, until the dispute is won.',
    from: ['license.revoked'],
    if: isByDispute,
    subject: license,
  },
  {
    type: 'license.restored',
    when: 'A revoked or suspended license works again.',
    from: ['license.restored'],
    subject: license,
  },
  {
    type: 'license.revoked',
    when: 'A license was revoked: by you, or because its money was returned.',
    from: ['license.revoked'],
    if: (entry) => !isByDispute(entry),
    subject: license,
  },
  {
    type: 'license.expired',
    when: 'The time of a license is over; up to a minute later.',
    from: ['license.expired'],
    subject: license,
  },
  {
    type: 'license.transferred',
    when: 'A license has another owner.',
    from: ['license.transferred'],
    subject: license,
  },
  {
    type: 'license.reissued',
    when: 'A license got a new key code, or all of its devices were released so that it can be activated anew.',
    from: ['license.reissued'],
    subject: license,
  },
  {
    type: 'activation.created',
    when: 'A device got a seat of a license.',
    from: ['activation.created'],
    subject: activation,
  },
  {
    type: 'activation.released',
    when: 'The customer, or the application, released a device.',
    from: ['activation.released'],
    if: isByCustomer,
    subject: activation,
  },
  {
    type: 'activation.revoked',
    when: 'You released a device.',
    from: ['activation.released'],
    if: (entry) => !isByCustomer(entry),
    subject: activation,
  },
  {
    type: 'trial.started',
    when: 'A device started a trial.',
    from: ['trial.started'],
    subject: trial,
  },
  {
    type: 'trial.expired',
    when: 'The time of a trial is over; up to a minute later.',
    from: ['trial.expired'],
    subject: trial,
  },
  {
    type: 'voucher.redeemed',
    when: 'A customer redeemed a voucher code.',
    from: ['voucher.redeemed'],
    subject: voucher,
  },
  {
    type: 'customer.created',
    when: 'A customer signed up, bought something for the first time, or was imported.',
    from: ['customer.created', 'customer.imported'],
    subject: customer,
  },
  {
    type: 'customer.updated',
    when: 'The profile or the email address of a customer changed.',
    from: ['customer.updated', 'customer.email-changed', 'customer.email-restored'],
    subject: customer,
  },
  {
    type: 'customer.confirmed',
    when: 'A customer proved their email address.',
    from: ['customer.email-confirmed'],
    subject: customer,
  },
  {
    type: 'customer.deleted',
    when: 'A customer was deleted, with all personal data; earlier events lose their data, too.',
    from: ['customer.erased'],
    subject: customer,
  },
  {
    type: 'customer.merged',
    when: 'A customer was merged into another: an event for each. The one with `mergedInto` is no more.',
    from: ['customer.merged'],
    subject: customer,
  },
  {
    type: 'release.published',
    when: 'Customers can download a release.',
    from: ['release.published'],
    subject: release,
  },
  {
    type: 'release.yanked',
    when: 'Customers can no longer download a release.',
    from: ['release.yanked'],
    subject: release,
  },
  {
    type: 'product.updated',
    when: 'A product, one of its variations, or its licensing rules changed.',
    from: ['product.changed', 'variation.created', 'variation.changed', 'product-rules.changed'],
    if: ({ subjects }) => subjects.some((subject) => subject.startsWith('product/')),
    subject: product,
  },
  {
    type: 'coupon.used',
    when: 'An order with a coupon was fulfilled.',
    from: ['coupon.used'],
    subject: coupon,
  },
  {
    type: 'account.settings_changed',
    when: 'The name, the domains or the settings of the account changed, or its store was closed or opened.',
    from: ['settings.changed', 'account.renamed', 'account.domains-changed', 'account.closure-changed'],
    subject: account,
  },
  {
    type: 'operator.signed_in',
    when: 'Somebody who works for you signed in to the dashboard. Its data goes with the operator.',
    from: ['operator.signed-in'],
    subject: operator,
  },
  {
    type: 'webhook.disabled',
    when: 'A webhook endpoint gets nothing more: you disabled it, it answered 410, or it failed for five days.',
    from: ['webhook.disabled'],
    subject: webhook,
  },
];

/** The names of all types. */
export const TYPES = EVENT_TYPES.map(({ type }) => type);

/** Licenses of a payment that is disputed are revoked until the dispute is decided. */
function isByDispute({ data }: JournalEntry): boolean {
  return data['reason'] === 'Dispute';
}

/** Customers release their own devices, and so do applications, which have no credential of the vendor. */
function isByCustomer({ actorKind }: JournalEntry): boolean {
  return actorKind === 'Customer' || actorKind === 'Anonymous';
}

/** Whether a license ends later than before; where an entry does not say, licenses were extended, or ended, together. */
function isExtension({ data }: JournalEntry): boolean {
  const { fields, before, after, reason } = data;
  if (!Array.isArray(fields) || !fields.includes('expiresAt') || reason === 'Ended') return false;
  const [was, is] = [endIn(before), endIn(after)];
  if (was === undefined || is === undefined) return true;
  return is === null || (was !== null && Date.parse(is) > Date.parse(was));
}

function endIn(values: unknown): string | null | undefined {
  if (typeof values !== 'object' || values === null || !('expiresAt' in values)) return undefined;
  return typeof values.expiresAt === 'string' ? values.expiresAt : null;
}
