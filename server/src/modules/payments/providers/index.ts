import type { PaymentProvider } from '../provider.ts';
import { sandbox, sandboxInput } from './sandbox/sandbox.ts';
import { stripe, stripeInput } from './stripe/stripe.ts';
import { SANDBOX_HAPPENINGS, type SandboxHappening, signHappening } from './sandbox/sandbox-reversals.ts';

/** All providers. */
export const PROVIDERS: readonly PaymentProvider[] = [sandbox, stripe];

/** The provider of accounts whose settings name none. */
export const DEFAULT_PROVIDER = sandbox.name;

/** Provider fields of the request body that starts a payment. */
export const PROVIDER_INPUT = { ...sandboxInput, ...stripeInput };

/** An event that a developer can simulate for a test payment, and its message. */
export const HAPPENINGS = SANDBOX_HAPPENINGS;
export type Happening = SandboxHappening;
export const happeningOf = signHappening;
