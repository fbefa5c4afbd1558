import type { Checkout } from '../api/checkout.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';

/** The page where the buyer continues the pending payment; undefined when there is none. */
export function continuationUrl({ payment }: Pick<Checkout, 'payment'>): string | undefined {
  const { continuation } = payment;
  return continuation?.kind === 'Redirect' ? safeReturnUrl(continuation.url) : undefined;
}

/** Leads the buyer to the page of the payment provider, which cannot be shown in a frame. */
export function continueElsewhere(checkout: Pick<Checkout, 'payment'>): void {
  const url = continuationUrl(checkout);
  if (url !== undefined) window.open(url, '_top');
}

/** A form of the provider that this page can show. */
export interface FormContinuation {
  readonly script: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The form in which the buyer continues the pending payment; undefined when there is none. */
export function formContinuation({ payment }: Pick<Checkout, 'payment'>): FormContinuation | undefined {
  const { continuation, embedded } = payment;
  if (continuation?.kind !== 'Embedded' || embedded === undefined) return undefined;
  return { script: embedded.script, parameters: continuation.parameters };
}

/** Whether this page shows the provider's form itself. */
export function showsForm({ payment: { embedded } }: Pick<Checkout, 'payment'>, isFramed: boolean): boolean {
  return embedded !== undefined && (isFramed || embedded.inPage);
}
