import { readerOf } from '../../../platform/context/context.ts';
import type { VersionHistory } from '../../../kernel/version-history.ts';
import type { CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import { loadVersionHistories, readVersionHistory } from '../../releases/index.ts';
import { coverageOf, coversVersion, toSeconds } from '../domain/release-access.ts';
import { setChangesUsed, usableLicenseIds } from '../store/downloads.ts';
import { changesOfLicenses, changesOfOrder } from '../store/license-changes.ts';
import { type DeviceUse, deviceUses, usesByDevices } from '../store/order-licenses.ts';
import type { LicenseChangeRow } from '../tables.ts';
import { contentBefore } from './content-before.ts';

/**
 * When what an order gave to existing licenses was first used, by the id of its line: downloaded, or activated on a
 * device. Applications validate by themselves, so a device that had its seat before counts only while it runs a version
 * that its license did not cover before, as far as the application says which it runs: in doubt, the buyer has not used
 * it. Of an upgrade to another product, each validation counts.
 */
export async function usesOfChanges(ctx: QueryContext, orderId: string): Promise<ReadonlyMap<string, Date>> {
  const [reader, accountId] = [readerOf(ctx), ctx.account.id];
  const rows = (await changesOfOrder(reader, accountId, orderId)).filter(
    ({ kind, keepsLicense }) => kind !== 'Grace' && !keepsLicense,
  );
  const licenseIds = rows.map(({ licenseId }) => licenseId);
  const [devices, changes] = await Promise.all([
    deviceUses(reader, accountId, licenseIds),
    changesOfLicenses(reader, accountId, licenseIds),
  ]);
  const historyOf = await readHistories(ctx, rows);
  const uses = new Map<string, Date>();
  for (const row of rows) {
    const first = firstTime([
      ...timesOfUse(row, { devices, changes, history: historyOf(row) }),
      ...(row.downloadedAt === null ? [] : [row.downloadedAt]),
    ]);
    if (first !== undefined && row.orderLineId !== null) uses.set(row.orderLineId, first);
  }
  return uses;
}

/**
 * Notes which changes of their licenses these devices have used so far, as far as that is not known yet. The next
 * version that a device reports hides the one before, so this comes first, in the same transaction.
 */
export async function noteUsesOfDevices(tx: CommandTx, activationIds: readonly string[]): Promise<void> {
  const accountId = tx.account.id;
  const devices = await usesByDevices(tx, accountId, activationIds);
  const licenseIds = [...new Set(devices.map(({ licenseId }) => licenseId))];
  const changes = await changesOfLicenses(tx, accountId, licenseIds);
  const open = changes.filter(({ downloadedAt }) => downloadedAt === null);
  if (open.length === 0) return;
  const historyOf = await readHistories(tx, open);
  for (const row of open) {
    const first = firstTime(timesOfUse(row, { devices, changes, history: historyOf(row) }));
    if (first !== undefined) await setChangesUsed(tx, accountId, [row.id], first);
  }
}

/** Whether a device reports another version than before, of which it has told one: few of its calls do. */
export function reportsOtherVersion(before: string | null, now: string | undefined): boolean {
  return before !== null && now !== undefined && now !== before;
}

/** What the products of some changes have published, each read once. */
async function readHistories(
  ctx: QueryContext,
  rows: readonly LicenseChangeRow[],
): Promise<(row: LicenseChangeRow) => VersionHistory> {
  const histories = new Map<string, VersionHistory>();
  for (const id of new Set(rows.map(({ productId }) => productId)))
    histories.set(id, await readVersionHistory(ctx, id));
  return ({ productId }) => histories.get(productId) ?? [];
}

/** What tells when a change was used: devices, and all changes of the licenses themselves. */
interface Traces {
  readonly devices: readonly DeviceUse[];
  readonly changes: readonly LicenseChangeRow[];
  readonly history: VersionHistory;
}

/** When devices of its license used a change. */
function timesOfUse(row: LicenseChangeRow, { devices, changes, history }: Traces): Date[] {
  const ofLicense = ({ licenseId }: { readonly licenseId: string }) => licenseId === row.licenseId;
  const gives = coverageOfChange(row, changes.filter(ofLicense), history);
  return devices.filter(ofLicense).flatMap((device) => timeOfUse(row, device, gives) ?? []);
}

function firstTime(times: readonly Date[]): Date | undefined {
  return times.toSorted((one, other) => Number(one) - Number(other))[0];
}

/** The ids of the changes of a customer's licenses that a download uses for the first time. */
export async function changesUsedBy(
  ctx: Context,
  download: { readonly customerId: string; readonly productId: string; readonly version: string },
): Promise<string[]> {
  const { productId, version } = download;
  const { database, account } = ctx;
  const licenseIds = await usableLicenseIds(database.reader, { ...download, accountId: account.id });
  const changes = await changesOfLicenses(database.reader, account.id, licenseIds);
  const open = changes.filter((row) => row.productId === productId && row.downloadedAt === null);
  if (open.length === 0) return [];
  const history = (await loadVersionHistories(ctx))(productId);
  const now = ctx.clock.now();
  return open
    .filter((row) => {
      const ofLicense = changes.filter(({ licenseId }) => licenseId === row.licenseId);
      return coverageOfChange(row, ofLicense, history)(version, now);
    })
    .map(({ id }) => id);
}

/** Whether a version, at a time, is one that a license covers only because of a change. */
type ChangeCoverage = (version: string | null, at: Date) => boolean;

function coverageOfChange(
  row: LicenseChangeRow,
  changes: readonly LicenseChangeRow[],
  history: VersionHistory,
): ChangeCoverage {
  const before = contentBefore(row, changes);
  if (before.productId !== row.productId) return () => true;
  return (version, at) => !coversVersion(coverageOf(before, history, at), version, toSeconds(at));
}

/** When a device used a change, as far as is known: it was activated since, or has validated a version that it gave. */
function timeOfUse(
  { createdAt: since }: LicenseChangeRow,
  { createdAt, lastValidatedAt, appVersion }: DeviceUse,
  gives: ChangeCoverage,
): Date | undefined {
  if (createdAt >= since) return createdAt;
  return lastValidatedAt >= since && gives(appVersion, lastValidatedAt) ? lastValidatedAt : undefined;
}
