import type { CommandTx } from '../../accounts/index.ts';
import type { SavedMethod } from '../../payments/index.ts';
import { fallbackAtEnd } from '../domain/fallback.ts';
import { renewalAt } from '../domain/schedule.ts';
import type { Subscription } from '../tables.ts';
import { queueSubscriptionMail } from './subscription-mail.ts';

/**
 * A subscription was cancelled: when it ends, and until when that can be taken back. In grace, it ends with its
 * licenses.
 */
export function queueCancelledMail(tx: CommandTx, subscription: Subscription): Promise<string | undefined> {
  const { paidUntil, expiresAt } = subscription;
  const isPaid = paidUntil > tx.clock.now();
  return queueSubscriptionMail(tx, subscription, ({ texts: { cancelled }, shop, title, day }) => ({
    template: 'cancelled',
    subject: cancelled.subject(shop),
    heading: cancelled.heading,
    paragraphs: [
      cancelled.text(title, day(isPaid ? paidUntil : expiresAt)),
      ...fallbackEnds(subscription).map((until) => cancelled.kept(day(until))),
      ...(isPaid ? [cancelled.takeBack(day(paidUntil))] : []),
    ],
    ...(isPaid && { manage: cancelled.keep }),
  }));
}

/** A cancellation was taken back: what is charged next, and when. */
export function queueResumedMail(tx: CommandTx, subscription: Subscription): Promise<string | undefined> {
  const { paidUntil, total } = subscription;
  return queueSubscriptionMail(tx, subscription, ({ texts: { resumed }, shop, title, money, day }) => ({
    template: 'resumed',
    subject: resumed.subject(shop),
    heading: resumed.heading,
    paragraphs: [resumed.text(title, money(total.dueMinor), day(paidUntil))],
  }));
}

/** A subscription is paused: until when it works, and when it goes on. */
export function queuePausedMail(
  tx: CommandTx,
  subscription: Subscription,
  end: Date,
): Promise<string | undefined> {
  const { expiresAt, total } = subscription;
  return queueSubscriptionMail(tx, subscription, ({ texts: { paused }, shop, title, money, day }) => ({
    template: 'paused',
    subject: paused.subject(shop),
    heading: paused.heading,
    paragraphs: [paused.text(title, day(expiresAt)), paused.goesOn(money(total.dueMinor), day(end))],
  }));
}

/** Another price, in minor units for all units and one cycle, as it is paid: after deductions. */
export interface PriceNews {
  readonly oldMinor: number;
  readonly newMinor: number;
  /** Whether the amounts are what is charged; else tax may come on top. */
  readonly isWithTaxes: boolean;
  /** Once deductions for some payments have ended; absent without any. */
  readonly laterMinor?: number;
  readonly from: Date;
}

/** Announces another price: the old one, the new one, and from when on; without wanting it, the customer can cancel. */
export function queuePriceMail(
  tx: CommandTx,
  subscription: Subscription,
  { oldMinor, newMinor, isWithTaxes, laterMinor, from }: PriceNews,
): Promise<string | undefined> {
  return queueSubscriptionMail(tx, subscription, ({ texts: { price }, shop, title, money, day }) => ({
    template: 'price',
    subject: price.subject(shop),
    heading: price.heading,
    paragraphs: [
      price.text(title, money(oldMinor), money(newMinor), day(from)),
      ...(laterMinor === undefined ? [] : [price.later(money(laterMinor))]),
      ...(isWithTaxes ? [] : [price.plusTax]),
      price.cancel(day(from)),
    ],
  }));
}

/** A price that was announced is not charged: what the next payment is. */
export function queuePriceStaysMail(tx: CommandTx, subscription: Subscription): Promise<string | undefined> {
  const { total } = subscription;
  return queueSubscriptionMail(tx, subscription, ({ texts: { priceStays }, shop, title, money }) => ({
    template: 'priceStays',
    subject: priceStays.subject(shop),
    heading: priceStays.heading,
    paragraphs: [priceStays.text(title, money(total.dueMinor))],
  }));
}

/** The last cycle of a rent to own is paid: the licenses never end. */
export function queueOwnedMail(tx: CommandTx, subscription: Subscription): Promise<string | undefined> {
  return queueSubscriptionMail(tx, subscription, ({ texts: { owned }, shop, title }) => ({
    template: 'owned',
    subject: owned.subject(shop),
    heading: owned.heading,
    paragraphs: [owned.text(title)],
  }));
}

/** A subscription has ended for good. */
export function queueEndedMail(
  tx: CommandTx,
  subscription: Subscription,
  { isUnpaid }: { readonly isUnpaid: boolean },
): Promise<string | undefined> {
  const { endedAt, paidUntil } = subscription;
  return queueSubscriptionMail(tx, subscription, ({ texts: { ended }, shop, title, day }) => ({
    template: 'ended',
    subject: ended.subject(shop),
    heading: ended.heading,
    paragraphs: [
      ended.text(title, day(isUnpaid ? (endedAt ?? paidUntil) : paidUntil)),
      ...(isUnpaid ? [ended.unpaid] : []),
      ...fallbackEnds(subscription).map((until) => ended.kept(day(until))),
    ],
  }));
}

/** Until when what the licenses keep was published, if they keep anything. */
function fallbackEnds({ fallback }: Pick<Subscription, 'fallback'>): Date[] {
  const earned = fallbackAtEnd(fallback);
  return earned === null ? [] : [new Date(earned.updatesUntil)];
}

/** What is told before a renewal: its amount and day, or that the card does not last until then, or both. */
interface Notice {
  readonly isAnnounced: boolean;
  readonly method: SavedMethod | undefined;
  readonly isCardExpiring: boolean;
}

/** Tells the customer of the renewal that is to come. */
export function queueNoticeMail(
  tx: CommandTx,
  subscription: Subscription,
  { isAnnounced, method, isCardExpiring }: Notice,
): Promise<string | undefined> {
  const { total } = subscription;
  const renewsAt = renewalAt(subscription);
  const label = [method?.brand, method?.last4]
    .filter((part) => part !== null && part !== undefined)
    .join(' ');
  return queueSubscriptionMail(tx, subscription, ({ texts: { renewal, card }, shop, title, money, day }) => {
    const { subject, heading } = isCardExpiring ? card : renewal;
    const say = method === undefined ? renewal.asked : renewal.charged;
    return {
      template: isCardExpiring ? 'card' : 'renewal',
      ...(isCardExpiring && !isAnnounced && { manage: card.another }),
      subject: subject(shop),
      heading,
      paragraphs: [
        ...(isCardExpiring ? [card.text(label, day(renewsAt))] : []),
        ...(isAnnounced
          ? [say(title, money(total.dueMinor), day(renewsAt)), renewal.cancel(day(renewsAt))]
          : []),
      ],
    };
  });
}
