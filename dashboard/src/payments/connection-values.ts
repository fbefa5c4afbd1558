import type { components } from '@latchkey/sdk';
import { oneOf } from '../list/filter-search.ts';
import { type PaymentConnection, PROVIDER } from './payment-queries.ts';

type NewConnection = components['schemas']['NewPaymentConnection'];

/** What somebody enters to connect the provider. */
export interface ConnectionValues extends Record<string, string | boolean> {
  readonly key: string;
  readonly webhook: string;
  readonly webhookSecret: string;
  readonly publishableKey: string;
  readonly formInPage: boolean;
  readonly managedPayments: boolean;
  readonly automaticTax: string;
}

export const TAX_MODES = ['off', 'inclusive', 'exclusive'] as const;
export const WEBHOOKS = ['keep', 'auto', 'own', 'none'] as const;

/** The form for a connection, or for changing one. */
export function connectionValues(connection: PaymentConnection): ConnectionValues {
  return {
    key: '',
    webhook: connection.isConnected ? 'keep' : 'auto',
    webhookSecret: '',
    publishableKey: connection.publishableKey ?? '',
    formInPage: connection.formInPage ?? false,
    managedPayments: connection.managedPayments ?? false,
    automaticTax: connection.automaticTax ?? 'off',
  };
}

/** The mode of a key by its beginning; `Public`: the one for pages, `undefined`: no key of the provider. */
export function modeOfKey(key: string): 'Test' | 'Live' | 'Public' | undefined {
  const text = key.trim();
  if (text.startsWith('pk_')) return 'Public';
  const [, mode] = /^[sr]k_(test|live)_\w{8,}$/.exec(text) ?? [];
  if (mode === undefined) return undefined;
  return mode === 'live' ? 'Live' : 'Test';
}

/** What the API takes for these values. */
export function connectionInput(values: ConnectionValues): NewConnection {
  const { key, webhook, webhookSecret, publishableKey, formInPage, managedPayments, automaticTax } = values;
  return {
    provider: PROVIDER,
    key: key.trim(),
    formInPage,
    managedPayments,
    automaticTax: oneOf(TAX_MODES, automaticTax) ?? 'off',
    publishableKey: publishableKey.trim() || null,
    ...(webhook !== 'keep' && { webhook: webhook !== 'none' }),
    ...(webhook === 'own' && { webhookSecret: webhookSecret.trim() }),
  };
}
