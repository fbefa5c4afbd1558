import type { PaymentState, ReportedMethod } from '../../domain/payment-state.ts';

/** What becomes of later charges of a saved test method. */
export const SANDBOX_BEHAVIOURS = ['Succeeds', 'NeedsBuyer', 'DeclinesSoftly', 'DeclinesForGood'] as const;

export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];

const METHOD = 'sandbox-method';

/** A saved test method; the reference contains its behaviour, because the provider stores nothing. */
export function sandboxMethod(paymentId: string, behaviour: SandboxBehaviour): ReportedMethod {
  return {
    reference: [METHOD, paymentId, behaviour].join('~'),
    label: { brand: 'test card', last4: '4242', expires: '2099-12' },
  };
}

/** A behaviour by its name; one that always succeeds by default. */
export function behaviourOf(name: unknown): SandboxBehaviour {
  return SANDBOX_BEHAVIOURS.find((behaviour) => behaviour === name) ?? 'Succeeds';
}

/** The state of a payment of a time, amount and currency that has succeeded, with the method that it saved. */
export function paidState(
  money: { readonly amountMinor: number; readonly currency: string },
  paymentId: string,
  behaviour: string | undefined,
): PaymentState {
  const method = behaviour === undefined ? undefined : sandboxMethod(paymentId, behaviourOf(behaviour));
  return { kind: 'Succeeded', ...money, ...(method && { method }) };
}
