import { notFound } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { Activation } from '../tables.ts';
import { releaseSeat } from './release-activation.ts';
import { findActivation } from '../store/activations.ts';

/**
 * Frees the seat of a device on behalf of the vendor, regardless of the rules for owners, also of an offline
 * activation; a free seat stays free. The seat is available immediately. The reason is kept in the journal. Raises
 * `NotFound` unless the activation is of that license.
 */
export async function revokeActivation(
  tx: CommandTx,
  {
    licenseId,
    activationId,
    reason,
  }: { readonly licenseId: string; readonly activationId: string; readonly reason?: string | undefined },
): Promise<Activation> {
  const activation = await findActivation(tx, tx.account.id, activationId);
  if (activation?.licenseId !== licenseId) throw unknownActivation(activationId);
  await releaseSeat(tx, activation, reason);
  const revoked = await findActivation(tx, tx.account.id, activationId);
  if (revoked === undefined) throw unknownActivation(activationId);
  return revoked;
}

function unknownActivation(id: string): Error {
  return notFound({ detail: `The license has no activation ${id}.` });
}
