import { notFound } from '../../../../kernel/problem.ts';
import { transaction } from '../../../../platform/context/context.ts';
import type { Context } from '../../../accounts/index.ts';
import { changeMethod, readMethod } from '../../methods/store-methods.ts';
import { type SandboxBehaviour, sandboxMethod } from './sandbox-methods.ts';

/**
 * For developers: changes how later charges of a saved test method end; those that are pending keep the old
 * behaviour. Raises `NotFound` for other methods.
 */
export async function setTestMethodBehaviour(
  ctx: Context,
  methodId: string,
  behaviour: SandboxBehaviour,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const method = await readMethod(tx, ctx.account.id, methodId);
    const { reference } = sandboxMethod(method?.paymentId ?? methodId, behaviour);
    const isTest = method?.provider === 'sandbox' && method.status === 'Usable';
    if (!isTest || (await changeMethod(tx, ctx.account.id, method, { reference })) === undefined)
      throw notFound({ detail: `There is no saved test method ${methodId}.` });
  });
}
