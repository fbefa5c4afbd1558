import type { PaymentState, ReportedMethod } from '../../domain/payment-state.ts';
import type { ChargeStart } from '../../provider.ts';

/** How later charges of a saved test method end. */
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

/** The test method with this reference, such as `sandbox-method~anything~Succeeds`; `undefined` for any other text. */
export function findSandboxMethod(reference: string): ReportedMethod | undefined {
  const [kind, id = '', name, ...more] = reference.split('~');
  const behaviour = SANDBOX_BEHAVIOURS.find((one) => one === name);
  if (kind !== METHOD || behaviour === undefined || more.length > 0) return undefined;
  return sandboxMethod(id, behaviour);
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

/** The reference of a charge: as that of a payment, with the behaviour of the method as its outcome. */
export function chargeReference({ paymentId, method, amountMinor, currency, openedAt }: ChargeStart): string {
  const [, , behaviour] = method.reference.split('~');
  return ['sandbox', paymentId, behaviourOf(behaviour), amountMinor, currency, openedAt.getTime()].join('~');
}

/** The failure of a charge with this outcome; `undefined` when it succeeds. */
export function declineOf(outcome: string | undefined): PaymentState | undefined {
  return outcome === undefined ? undefined : DECLINES[outcome];
}

const DECLINES: Readonly<Record<string, PaymentState>> = {
  NeedsBuyer: {
    kind: 'Failed',
    reason: 'The test card needs the confirmation of the buyer.',
    advice: 'BuyerNeeded',
  },
  DeclinesSoftly: { kind: 'Failed', reason: 'The test card was declined for now.', advice: 'TryAgain' },
  DeclinesForGood: { kind: 'Failed', reason: 'The test card was declined for good.', advice: 'NeverAgain' },
} satisfies Partial<Record<SandboxBehaviour, PaymentState>>;
