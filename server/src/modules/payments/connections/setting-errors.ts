import type { CommandTx } from '../../accounts/index.ts';
import { findProvider, NO_PROVIDER } from '../find-provider.ts';

/**
 * The issues of changes of settings for the payment provider that the account then has, as field → messages; `{}` when
 * there are none. Only fields with a changed value can have any. The caller holds the lock of the account.
 */
export async function providerSettingErrors(
  tx: CommandTx,
  { paymentProvider: after, tax }: Readonly<Record<string, unknown>>,
  before: object,
): Promise<Record<string, string[]>> {
  const [first] = tx.payments.providers;
  const name = after ?? first?.name;
  if (typeof name !== 'string') return {};
  const nameBefore = 'paymentProvider' in before ? before.paymentProvider : first?.name;
  const isOther = name !== nameBefore;
  const isTaxOther = ownsTaxes(tax) && !('tax' in before && ownsTaxes(before.tax));
  if (!isOther && !isTaxOther) return {};
  const names = [...tx.payments.providers.map((provider) => provider.name), NO_PROVIDER];
  if (!names.includes(name))
    return isOther ? { paymentProvider: [`must be one of ${names.join(', ')}`] } : {};
  const provider = findProvider(tx, name);
  if (provider?.connection === undefined) return {};
  const isMissing = isOther && !(await provider.isReady(tx));
  const isContradiction = ownsTaxes(tax) && (await provider.capabilities(tx)).merchantOfRecord;
  return {
    ...(isMissing && {
      paymentProvider: [`needs a connection first: \`latchkey payments connect ${name}\``],
    }),
    ...(isContradiction && {
      'tax.mode': [
        `must not be own while ${name} sells in its own name and calculates the taxes: choose provider, or connect again with \`--no-managed-payments\``,
      ],
    }),
  };
}

function ownsTaxes(tax: unknown): boolean {
  return typeof tax === 'object' && tax !== null && 'mode' in tax && tax.mode === 'own';
}
