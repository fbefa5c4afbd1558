import type { CommandTx } from '../../accounts/index.ts';
import { groupsOfEvents, recordLicensingEvent } from '../events.ts';
import type { License } from '../tables.ts';

/** Records that fields of licenses have changed, in as few events as possible; `reason` says why where that matters. */
export function recordUpdates(
  tx: CommandTx,
  licenses: readonly Pick<License, 'id' | 'customerId' | 'productId'>[],
  data: { readonly fields: readonly string[]; readonly reason?: 'Ended' },
): void {
  const groups = Map.groupBy(licenses, ({ customerId, productId }) => `${customerId}\n${productId}`);
  for (const [key, some] of groups) {
    const [customer = '', product = ''] = key.split('\n');
    for (const license of groupsOfEvents(some))
      recordLicensingEvent(tx, { type: 'license.updated', subjects: { license, customer, product }, data });
  }
}
