import { NO_PROVIDER } from '../find-provider.ts';
import type { PaymentProvider } from '../provider.ts';
import { SANDBOX_BEHAVIOURS } from './sandbox/sandbox-methods.ts';
import { SANDBOX_REVERSALS } from './sandbox/sandbox-reversals.ts';
import { sandbox, sandboxInput } from './sandbox/sandbox.ts';
import { stripe, stripeInput } from './stripe/stripe.ts';

export { setTestMethodBehaviour } from './sandbox/test-method.ts';
export { tryReversal } from './sandbox/try-reversal.ts';

/** All providers; the first one is that of accounts whose settings name none. */
export const PROVIDERS: readonly PaymentProvider[] = [sandbox, stripe];

/** The names that an account's setting accepts. */
export const PROVIDER_NAMES: readonly string[] = [...PROVIDERS.map(({ name }) => name), NO_PROVIDER];

/** Provider fields of the request body that starts a payment. */
export const PROVIDER_INPUT = { ...sandboxInput, ...stripeInput };

/** The provider fields of a checkout's request body. */
export function providerInput(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in PROVIDER_INPUT));
}

/** How later charges of a saved test method end. */
export const TEST_METHOD_BEHAVIOURS = SANDBOX_BEHAVIOURS;

/** The events that a developer can simulate for a test payment. */
export const TEST_REVERSALS = SANDBOX_REVERSALS;
