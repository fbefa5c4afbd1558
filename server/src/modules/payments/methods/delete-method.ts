import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { recordMethodEvent } from '../events.ts';
import { findProvider } from '../find-provider.ts';
import { notConnected } from '../moved-deletions.ts';
import { changeMethod, isReferenceInUse, lockMethodRow, readMethod } from './store-methods.ts';

/**
 * Deletes a removed method at its provider, repeated until the provider has done it. An account that is no longer
 * connected to the provider cannot: then the provider's ids are forgotten. A method that another subscription still uses
 * stays at the provider. With `isMoved`, the job moved here with its account: it fails until the account is connected.
 */
export const deleteMethodJob = defineAccountJob(
  'payments.delete-method',
  Type.Object({ methodId: Type.String(), isMoved: Type.Optional(Type.Boolean()) }),
  async (ctx: Context, { methodId, isMoved }) => {
    const { reader } = ctx.database;
    const method = await readMethod(reader, ctx.account.id, methodId);
    if (method?.status !== 'Removed' || method.reference === null) return;
    const { reference, customerReference } = method;
    const provider = findProvider(ctx, method.provider);
    const isReady = provider !== undefined && (await provider.isReady(ctx));
    if (!isReady && isMoved === true) throw notConnected();
    if (!isReady)
      ctx.log.warn(
        { methodId, provider: method.provider, reference },
        'a payment method could not be deleted at its provider: the account is no longer connected to it',
      );
    else if (!(await isReferenceInUse(reader, ctx.account.id, method)))
      await provider.savedMethods?.remove(ctx, { reference, customerReference });
    await transaction(ctx, (tx) =>
      changeMethod(tx, ctx.account.id, method, { reference: null, customerReference: null }),
    );
  },
);

/** Locks a saved method until the transaction ends: who asks whether anybody else is charged to it sees all who were. */
export async function lockMethod(tx: CommandTx, methodId: string): Promise<void> {
  await lockMethodRow(tx, tx.account.id, methodId);
}

/**
 * Removes a saved method: charges that were not attempted yet no longer use it, its label is forgotten, and a job
 * deletes it at the provider. Does nothing for one that is unknown or was already removed.
 */
export async function deleteMethod(tx: CommandTx, methodId: string): Promise<void> {
  const removedAt = tx.clock.now();
  const method = await changeMethod(
    tx,
    tx.account.id,
    { id: methodId, status: 'Usable' },
    { status: 'Removed', removedAt, brand: null, last4: null, expires: null },
  );
  if (method === undefined) return;
  recordMethodEvent(tx, 'payment-method.removed', method);
  await deleteMethodJob.enqueue(tx, { methodId });
}
