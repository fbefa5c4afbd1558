import type { PaymentProvider } from '../provider.ts';
import { sandbox, sandboxInput } from './sandbox/sandbox.ts';

/** All providers. */
export const PROVIDERS: readonly PaymentProvider[] = [sandbox];

/** The provider of accounts whose settings name none. */
export const DEFAULT_PROVIDER = sandbox.name;

/** Provider fields of the request body that starts a payment. */
export const PROVIDER_INPUT = { ...sandboxInput };
