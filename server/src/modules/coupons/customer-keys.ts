import type { AccountContext } from '../accounts/index.ts';

/** The buyer: a customer, an address, or a customer with an address. */
export interface CouponBuyer {
  readonly customerId?: string | undefined;
  /** The lookup form, from `emailKey`, of an address that the customer has proven. */
  readonly emailKey?: string | undefined;
  /** The lookup form of an address that a guest typed; `customerId` is then the customer with that address. */
  readonly typedEmailKey?: string | undefined;
}

type KeyContext = Pick<AccountContext, 'account' | 'vault'>;

/**
 * The keys that count a person's uses, in a fixed order: one for the customer and one for the proven address, so that a
 * new address does not reset them. An address that a guest typed has its own key, which bars other guests with the
 * address but never its owner. Keys depend on the account's data key: a use contains no personal data, nobody without
 * that key can find a person by guessing, and uses remain when the customer is deleted.
 */
export function countedKeys(ctx: KeyContext, { customerId, emailKey, typedEmailKey }: CouponBuyer): string[] {
  if (typedEmailKey !== undefined) return keysOf(ctx, { 'typed email': typedEmailKey });
  return keysOf(ctx, { customer: customerId, email: emailKey });
}

/** The keys that bar a person. The uses of the customer with a guest's address bar the guest as well. */
export function barringKeys(ctx: KeyContext, buyer: CouponBuyer): string[] {
  const { customerId, typedEmailKey } = buyer;
  if (typedEmailKey === undefined) return countedKeys(ctx, buyer);
  return keysOf(ctx, { customer: customerId, email: typedEmailKey, 'typed email': typedEmailKey });
}

/** The key of a client's network, which reveals nothing without the account's data key. */
export function networkKey({ account, vault }: KeyContext, network: string): string {
  return vault.lookupKey(account, 'coupons/network', network);
}

function keysOf(
  { account, vault }: KeyContext,
  texts: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(texts)
    .flatMap(([kind, text]) =>
      text === undefined ? [] : [vault.lookupKey(account, `coupons/${kind}`, text)],
    )
    .toSorted();
}
