import { setTimeout as delay } from 'node:timers/promises';
import type { CommandTx, Context } from '../../accounts/index.ts';
import type { ReportedMethod } from '../domain/payment-state.ts';
import { recordMethodEvent } from '../events.ts';
import { providerOf } from '../find-provider.ts';
import { providerUnavailable } from '../problems.ts';
import { ProviderError } from '../provider-error.ts';
import type { SavedMethod } from '../tables.ts';
import { newMethod } from './save-method.ts';
import { insertMethod } from './store-methods.ts';

/** A method that the account's provider keeps already. */
export interface ProviderMethod {
  readonly provider: string;
  readonly connectionId: string | null;
  readonly method: ReportedMethod;
}

/**
 * The method that the account's provider knows by these ids; `undefined` when it has none that can be charged without its
 * buyer, or belongs to another customer. Raises `ProviderUnavailable`. The account's provider saves methods: see
 * `canSaveMethods`.
 */
export async function findProviderMethod(
  ctx: Context,
  ids: { readonly reference: string; readonly customerReference: string | null },
): Promise<ProviderMethod | undefined> {
  const provider = await providerOf(ctx);
  if (provider?.savedMethods === undefined) return undefined;
  const { savedMethods } = provider;
  try {
    const method = await repeated(() => savedMethods.find(ctx, ids));
    const { connectionId = null } = await provider.capabilities(ctx);
    return method && { provider: provider.name, connectionId, method };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ err: error }, 'a payment provider could not be asked for a payment method');
    throw providerUnavailable();
  }
}

/** The pauses after which a provider that is asked too often, or does not answer, is asked again. */
const PAUSES_MS = [250, 1_000];

async function repeated<Answer>(ask: () => Promise<Answer>, pauses = PAUSES_MS): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const [pauseMs, ...rest] = pauses;
    if (!(error instanceof ProviderError) || error.isLasting || pauseMs === undefined) throw error;
    await delay(pauseMs);
    return repeated(ask, rest);
  }
}

/** Keeps a method of the provider for later charges, as if a payment had saved it. */
export async function importMethod(
  tx: CommandTx,
  { provider, connectionId, method: reported }: ProviderMethod,
): Promise<SavedMethod> {
  const method = newMethod(tx, { provider, connectionId, paymentId: null }, reported);
  await insertMethod(tx, method);
  recordMethodEvent(tx, 'payment-method.saved', method);
  return method;
}
