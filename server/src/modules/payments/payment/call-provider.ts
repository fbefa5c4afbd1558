import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { getProvider } from '../find-provider.ts';
import { readMethod } from '../methods/store-methods.ts';
import type { ChargeOrder, ChargeStart, StartAnswer } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { writeAttempt } from '../store.ts';
import type { Payment } from '../tables.ts';

/** For how long a call that was begun may still take effect. */
const IN_FLIGHT_MS = 60_000;

const CANCELLED = 'The payment was cancelled. Nothing was charged.';
const TOO_LATE: StartAnswer = {
  kind: 'Refused',
  reason: 'The payment could not be made in time. Nothing was charged.',
  advice: 'TryAgain',
  isShopFault: true,
};
const REMOVED = 'The saved payment method was removed. Nothing was charged.';

/**
 * Starts the payment at the provider, for the first time or again: a charge of a saved method, or a payment by a buyer.
 * Rejects with `ProviderError` when it does not respond.
 */
export async function callProvider(ctx: Context, payment: Payment): Promise<StartAnswer> {
  const { id, instruction, terms } = payment;
  if (instruction === null) throw new Error(`payment ${id} has ended and cannot be started`);
  if ('method' in instruction) return chargeMethod(ctx, payment, instruction);
  return getProvider(ctx, payment.provider).start(ctx, {
    ...instruction,
    ...startFields(payment, `start-${id}`),
    merchantOfRecord: terms?.merchantOfRecord === true,
  });
}

/** Whether a payment charges a saved method, without its buyer. */
export function isCharge({ instruction }: Pick<Payment, 'instruction'>): boolean {
  return instruction !== null && 'method' in instruction;
}

/** Whether the provider may have been called for a charge whose reference is unknown: money may have moved. */
export function isAttempted({ instruction }: Payment): boolean {
  return instruction !== null && 'method' in instruction && instruction.attemptedAt !== undefined;
}

/** The provider's reference of a charge that was attempted; `undefined` when it has none. */
export async function findCharge(ctx: Context, payment: Payment): Promise<string | undefined> {
  const { instruction } = payment;
  if (instruction === null || !('method' in instruction)) return undefined;
  return portOf(ctx, payment).findCharge(ctx, chargeStart(payment, instruction));
}

/**
 * Charges a saved method, once: what an earlier attempt has begun is found before another one is made, and the other one
 * has the same key. A charge that was not attempted in time, or whose method was removed meanwhile, is not attempted.
 */
async function chargeMethod(ctx: Context, payment: Payment, order: ChargeOrder): Promise<StartAnswer> {
  const { attemptedAt } = order;
  if (attemptedAt !== undefined) {
    const reference = await findCharge(ctx, payment);
    if (reference !== undefined) return { kind: 'Started', reference, continuation: null, expiresAt: null };
  }
  const refusal = await refusalOf(ctx, payment, order);
  if (refusal !== undefined) return refusal;
  return portOf(ctx, payment).charge(ctx, chargeStart(payment, order));
}

/** The reason to charge nothing; without one, records the attempt. */
async function refusalOf(
  ctx: Context,
  payment: Payment,
  order: ChargeOrder,
): Promise<StartAnswer | undefined> {
  const now = ctx.clock.now();
  if (now >= payment.expiresAt) return TOO_LATE;
  const method = await readMethod(ctx.database.reader, ctx.account.id, order.method.id);
  if (method?.status !== 'Usable') {
    refuseInFlight(order, now);
    return { kind: 'Refused', reason: REMOVED, advice: 'NeverAgain' };
  }
  const attemptedAt = now.toISOString();
  const isPending = await transaction(ctx, (tx) => writeAttempt(tx, payment, { ...order, attemptedAt }));
  return isPending ? undefined : { kind: 'Refused', reason: CANCELLED };
}

/** An attempt of another process that is not yet found may be on its way. */
function refuseInFlight({ attemptedAt }: ChargeOrder, now: Date): void {
  if (attemptedAt === undefined || now.getTime() - new Date(attemptedAt).getTime() > IN_FLIGHT_MS) return;
  throw new ProviderError('Unavailable', 'a charge was attempted a moment ago');
}

function portOf(ctx: Context, { provider: name }: Payment) {
  const { savedMethods } = getProvider(ctx, name);
  if (savedMethods === undefined) throw new Error(`the provider ${name} charges no saved methods`);
  return savedMethods;
}

function chargeStart(payment: Payment, order: ChargeOrder): ChargeStart {
  return { ...order, ...startFields(payment, `charge-${payment.id}`) };
}

function startFields({ id, amountMinor, currency, createdAt }: Payment, idempotencyKey: string) {
  return { paymentId: id, idempotencyKey, amountMinor, currency, openedAt: createdAt };
}
