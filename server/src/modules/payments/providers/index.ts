import type { PaymentProvider } from '../provider.ts';
import { sandbox, sandboxInput } from './sandbox/sandbox.ts';
import { stripe, stripeInput } from './stripe/stripe.ts';
import { SANDBOX_REVERSALS, type SandboxReversal, signReversal } from './sandbox/sandbox-reversals.ts';

/** All providers. */
export const PROVIDERS: readonly PaymentProvider[] = [sandbox, stripe];

/** The provider of accounts whose settings name none. */
export const DEFAULT_PROVIDER = sandbox.name;

/** Provider fields of the request body that starts a payment. */
export const PROVIDER_INPUT = { ...sandboxInput, ...stripeInput };

/** An event that a developer can simulate for a test payment, and its message. */
export const TEST_REVERSALS = SANDBOX_REVERSALS;
export type TestReversal = SandboxReversal;
export const signTestReversal = signReversal;
