import { type Account, type AccountContext, accountUrl, type Context } from '../../accounts/index.ts';
import { type Customer, customersMergedInto } from '../../customers/index.ts';
import type { Order } from '../tables.ts';

/** The buyer's links to the checkout page: the page on its own, and for a frame. */
export interface CheckoutLinks {
  readonly checkoutUrl: string;
  readonly hostedCheckoutUrl: string;
  readonly embeddedCheckoutUrl: string;
}

/**
 * The buyer a link was created for: the customer of the order, a guest while it had no owner, or a stranger, who knew
 * the id of a customer's order without being signed in as that customer. A stranger may well be the customer: shops
 * send no access token once it has expired.
 */
export type LinkBuyer =
  | { readonly kind: 'Customer'; readonly customerId: string }
  | { readonly kind: 'Guest' }
  | { readonly kind: 'Stranger' };

/** A link with a valid signature for the order. */
export interface CheckoutLink {
  /** Identifies the link; a payment stores the id of the link that started it. */
  readonly id: string;
  readonly buyer: LinkBuyer;
  /** The session epoch in which the customer requested it; 0 if nobody was signed in. */
  readonly epoch: number;
  readonly isExpired: boolean;
}

const PURPOSE = 'checkout-link';
const LINK_SECONDS = 24 * 60 * 60;
const MAILED_LINK_SECONDS = 14 * LINK_SECONDS;

/**
 * Links that open the checkout of an order for a day. The secret is a part of the path, because clients drop query
 * parameters. It is signed for the order and for the caller: the id of an order, which the shop's scripts pass around,
 * is enough for a link, and no link shows or allows what is reserved for another buyer's link. A customer's link ends
 * with the session that requested it, when all sessions of the customer are ended.
 */
export function checkoutLinks(
  ctx: AccountContext,
  order: Pick<Order, 'id' | 'customerId'>,
  customer: Pick<Customer, 'id' | 'sessionEpoch'> | undefined,
): CheckoutLinks {
  const buyer = buyerFor(order, customer?.id);
  const checkoutUrl = checkoutUrlOf(ctx, order, { buyer, customer, seconds: LINK_SECONDS });
  return {
    checkoutUrl,
    hostedCheckoutUrl: checkoutUrl,
    embeddedCheckoutUrl: `${checkoutUrl}?embedded=true`,
  };
}

/** The link in a mail to the buyer of an order, for two weeks: mails are read later. */
export function mailedCheckoutUrl(
  ctx: AccountContext,
  order: Pick<Order, 'id'>,
  buyer: LinkBuyer,
  customer: Pick<Customer, 'sessionEpoch'> | undefined,
): string {
  return checkoutUrlOf(ctx, order, { buyer, customer, seconds: MAILED_LINK_SECONDS });
}

function checkoutUrlOf(
  { account, clock, config, ids, vault }: AccountContext,
  { id: orderId }: Pick<Order, 'id'>,
  {
    buyer,
    customer,
    seconds,
  }: {
    readonly buyer: LinkBuyer;
    readonly customer: Pick<Customer, 'sessionEpoch'> | undefined;
    readonly seconds: number;
  },
): string {
  const expiry = Math.floor(clock.now().getTime() / 1_000) + seconds;
  const id = ids.guid();
  const epoch = buyer.kind === 'Customer' ? (customer?.sessionEpoch ?? 0) : 0;
  const signature = vault.sign(PURPOSE, subjectOf(account, orderId, { id, expiry, epoch, buyer }));
  const token = [expiry.toString(36), id, epoch.toString(36), signature].join('~');
  return `${accountUrl(config, account)}/checkout/${orderId}/${token}`;
}

/**
 * The claims of a link's token about its order; `undefined` when it is not a valid token of a checkout link. A link of
 * somebody who was merged into the customer of the order is a stranger's: it pays for that customer, and shows nothing of
 * them, because the address that has the link need not be one that they have proven.
 */
export async function readCheckoutLink(
  ctx: Context,
  order: Pick<Order, 'id' | 'customerId'>,
  token: string,
): Promise<CheckoutLink | undefined> {
  const [expiryText = '', id = '', epochText = '', signature = ''] = token.split('~');
  const expiry = Number.parseInt(expiryText, 36);
  const epoch = Number.parseInt(epochText, 36);
  const isFor = (buyer: LinkBuyer): boolean =>
    ctx.vault.verify(PURPOSE, subjectOf(ctx.account, order.id, { id, expiry, epoch, buyer }), signature);
  const isExpired = ctx.clock.now().getTime() >= expiry * 1_000;
  const buyer = candidates(order).find(isFor);
  if (buyer !== undefined) return { id, buyer, epoch, isExpired };
  const merged = order.customerId === null ? [] : await customersMergedInto(ctx, order.customerId);
  if (!merged.some((each) => isFor({ kind: 'Customer', customerId: each.id }))) return undefined;
  return { id, buyer: { kind: 'Stranger' }, epoch: 0, isExpired };
}

function buyerFor(
  { customerId: owner }: Pick<Order, 'customerId'>,
  customerId: string | undefined,
): LinkBuyer {
  if (owner === null) return { kind: 'Guest' };
  return owner === customerId ? { kind: 'Customer', customerId } : { kind: 'Stranger' };
}

function candidates({ customerId }: Pick<Order, 'customerId'>): LinkBuyer[] {
  const owner: LinkBuyer[] = customerId === null ? [] : [{ kind: 'Customer', customerId }];
  return [...owner, { kind: 'Guest' }, { kind: 'Stranger' }];
}

function subjectOf(
  account: Account,
  orderId: string,
  {
    id,
    expiry,
    epoch,
    buyer,
  }: { readonly id: string; readonly expiry: number; readonly epoch: number; readonly buyer: LinkBuyer },
): string {
  const audience = buyer.kind === 'Customer' ? buyer.customerId : buyer.kind;
  return [account.id, orderId, id, expiry, epoch, audience].join('/');
}
