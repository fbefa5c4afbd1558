import type { PaymentProvider } from '../provider.ts';
import { sandbox, sandboxInput } from './sandbox/sandbox.ts';

/** Every provider that there is. */
export const PROVIDERS: readonly PaymentProvider[] = [sandbox];

/** Provider fields of the request body that starts a payment. */
export const PROVIDER_INPUT = { ...sandboxInput };
