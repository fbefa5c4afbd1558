import { SERVER } from '../../platform/context/actor.ts';
import type { System } from '../../platform/system.ts';
import { contextOf, listAccounts } from '../accounts/index.ts';
import { salesReport } from './sales-report.ts';

/**
 * Housekeeping, every hour: keeps the figures of the hours and days of this month and the last that are over, which the start
 * of the dashboard shows, so that nobody waits for them. Returns 0. An account whose sales cannot be read is logged, and does
 * not stop those after it.
 */
export async function keepSales(system: System, signal?: AbortSignal): Promise<number> {
  for (const account of await listAccounts(system)) {
    signal?.throwIfAborted();
    const { timeZone } = account.settings.documents;
    const now = Temporal.Instant.fromEpochMilliseconds(system.clock.now().getTime());
    const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
    const first = today.with({ day: 1 }).subtract({ months: 1 });
    try {
      const span = { first: first.toString(), last: today.toString() };
      await salesReport(contextOf(system, account, SERVER), span);
    } catch (error) {
      system.log.error({ err: error, account: account.id }, 'the sales of an account could not be kept');
    }
  }
  return 0;
}
