import { Type } from '../../kernel/schema.ts';
import { type CommandTx, type Context, defineAccountJob, type QueryContext } from '../accounts/index.ts';
import { isCustomerCharged } from './methods/store-methods.ts';
import { notConnected } from './moved-deletions.ts';
import type { PaymentProvider } from './provider.ts';
import { readPending, writeInstruction } from './store.ts';
import type { PaymentSubject } from './tables.ts';

const SEAL = 'payments/erase-buyer';

/**
 * Makes providers delete what they keep about an erased customer; repeated until each has. The methods of that customer's
 * subscriptions are removed by now: one that can be charged is another's, who had the address before, or has it since.
 * With `isMoved`, the job moved here with its account: it fails until the account is connected to a provider.
 */
export const eraseBuyerJob = defineAccountJob(
  'payments.erase-buyer',
  Type.Object({ emailSealed: Type.String(), isMoved: Type.Optional(Type.Boolean()) }),
  async (ctx: Context, { emailSealed, isMoved }) => {
    const email = ctx.vault.open(ctx.account, SEAL, emailSealed);
    const { reader } = ctx.database;
    const keepers = await keepersOf(ctx);
    if (keepers.length === 0 && isMoved === true) throw notConnected();
    for (const provider of keepers)
      await provider.eraseBuyer?.(ctx, email, (customerReference) =>
        isCustomerCharged(reader, ctx.account.id, { provider: provider.name, customerReference }),
      );
  },
);

/**
 * Lets the account's payment providers forget a customer whom this transaction erases. Until that has succeeded, the
 * address is kept, sealed, in the job.
 */
export async function eraseBuyer(tx: CommandTx, email: string): Promise<void> {
  if ((await keepersOf(tx)).length === 0) return;
  await eraseBuyerJob.enqueue(tx, { emailSealed: tx.vault.seal(tx.account, SEAL, email) });
}

/**
 * Removes the billing details from the request of a pending payment whose buyer this transaction erases. A request that
 * the provider has not answered yet stays as it is, because it is repeated exactly. The caller holds the subject's
 * lock.
 */
export async function forgetPayerBilling(tx: CommandTx, subject: PaymentSubject): Promise<void> {
  const payment = await readPending(tx, tx.account.id, subject);
  if (payment?.instruction?.billing === undefined || payment.providerReference === null) return;
  const { billing: _billing, ...instruction } = payment.instruction;
  await writeInstruction(tx, payment, instruction);
}

/** The providers to which the account is connected, and which keep data about buyers. */
async function keepersOf(ctx: QueryContext): Promise<PaymentProvider[]> {
  const keepers = ctx.payments.providers.filter((provider) => 'eraseBuyer' in provider);
  const areReady = await Promise.all(keepers.map((provider) => provider.isReady(ctx)));
  return keepers.filter((_, index) => areReady[index] === true);
}
