import type { Context } from '../../accounts/index.ts';
import { logProviderError, performRefund, ProviderError } from '../../payments/index.ts';

/**
 * Performs the refund of an order at the provider, immediately and outside any transaction. Never rejects: a failure is
 * logged, and the job of the refund repeats it.
 */
export async function performOrderRefund(ctx: Context, refundId: string): Promise<void> {
  try {
    await performRefund(ctx, refundId);
  } catch (error) {
    const text = 'a refund could not be performed; it will be tried again';
    if (error instanceof ProviderError) logProviderError(ctx, error, { refundId }, { text });
    else ctx.log.warn({ err: error, refundId }, text);
  }
}
