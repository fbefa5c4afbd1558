import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { methodOfPayment } from '../methods/save-method.ts';
import type { LockedMethodOwner, LockedPayable, Payable } from '../payable.ts';
import type { Continuation, PaymentOrder } from '../provider.ts';
import { readPayment } from '../store.ts';
import type { PaymentSubject } from '../tables.ts';
import { openPayment } from './open-payment.ts';
import { startPayment } from './start-payment.ts';

const SETUP = 'MethodSetup';
const SEPARATOR = '/';

/** A method that is to be saved without a payment. */
export interface MethodSetup extends Pick<PaymentOrder, 'payer' | 'billing' | 'visit'> {
  /** What the method is for: `PaymentPorts.methodOwners` has its kind. */
  readonly owner: PaymentSubject;
  /** That of later charges. */
  readonly currency: string;
}

/** A started setup: the buyer's next step; null when there is none. */
export interface StartedSetup {
  /** A payment of nothing: `trySettlePayment` asks for its outcome when the buyer returns. */
  readonly paymentId: string;
  readonly continuation: Continuation | null;
}

/**
 * Lets a buyer save a method without paying: for free days, and in place of another method. It is a payment of nothing,
 * so that the same events, jobs and calls settle it. Setups of an owner are independent of each other; the last one
 * that succeeds counts. Raises `PaymentsNotConfigured`, `MethodsNotSaved` and `PaymentsRefused`.
 */
export async function startMethodSetup(ctx: Context, setup: MethodSetup): Promise<StartedSetup> {
  const { owner, currency, payer, billing, visit } = setup;
  const id = [owner.kind, owner.id, ctx.ids.guid()].join(SEPARATOR);
  const payment = await transaction(ctx, (tx) =>
    openPayment(tx, {
      subject: { kind: SETUP, id },
      amountMinor: 0,
      currency,
      instruction: { items: [], payer, ...(billing && { billing }), saveMethod: true, visit },
    }),
  );
  await startPayment(ctx, payment);
  const started = await readPayment(ctx.database.reader, ctx.account.id, payment.id);
  return { paymentId: payment.id, continuation: started?.continuation ?? null };
}

/** The reaction of a setup to its payment: its owner gets the method. */
const setupPayable: Payable = {
  async lock(tx, id) {
    const [kind = '', ...rest] = id.split(SEPARATOR);
    const owner = tx.payments.methodOwners?.[kind];
    if (owner === undefined) throw new Error(`nobody knows what a payment method of ${kind} is for`);
    const locked = await owner.lock(tx, rest.slice(0, -1).join(SEPARATOR));
    return locked && reactions(tx, locked);
  },
};

/** The subjects of payments of nothing: setups of methods. */
export const SETUP_PAYABLES = { [SETUP]: setupPayable };

function reactions(tx: CommandTx, owner: LockedMethodOwner): LockedPayable {
  const nothing = async (): Promise<void> => undefined;
  return {
    async paid({ id }) {
      const method = await methodOfPayment(tx, id);
      if (method !== undefined) await owner.saved(method.id);
    },
    failed: nothing,
    undue: nothing,
    isFulfilling: false,
    refundOpened: nothing,
    refunded: nothing,
    refundFailed: nothing,
    suspended: nothing,
    restored: nothing,
  };
}
