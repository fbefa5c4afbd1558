import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { type Changes, checkRevision, revised } from '../../kernel/revision.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { changedFields } from '../../platform/journal/changed-fields.ts';
import type { CommandContext, CommandTx, QueryContext } from '../accounts/index.ts';
import { targetIssues } from '../catalog/index.ts';
import { taxRateIssues } from './domain/check-tax-rate.ts';
import { recordTaxEvent } from './events.ts';
import { TAX_RATES_TOPIC } from './load-tax-basis.ts';
import * as store from './store.ts';
import type { TaxRateRow } from './tables.ts';

type Fields = Omit<TaxRateRow, 'accountId' | 'id' | 'revision' | 'createdAt' | 'updatedAt'>;

/** A new rate; absent fields: the whole country, all items, no limit of time. */
type TaxRateInput = Pick<Fields, 'country' | 'rateMillionths'> & Changes<Fields>;

/** The fields of a rate to change; an absent one stays unchanged. */
export type TaxRateChanges = Changes<Fields>;

const BOOKKEEPING = ['accountId', 'id', 'revision', 'createdAt', 'updatedAt'];

/** The vendor's own rates, newest first. */
export function listTaxRates(ctx: QueryContext, page: RowPage): Promise<TaxRateRow[]> {
  return store.pageTaxRates(readerOf(ctx), ctx.account.id, page);
}

/** One of the vendor's own rates. Raises `NotFound`. */
export async function findTaxRate(ctx: QueryContext, id: string): Promise<TaxRateRow> {
  return (await store.findTaxRateRow(readerOf(ctx), ctx.account.id, id)) ?? refuseMissing(id);
}

/** Adds a rate of the vendor's own, which applies to new orders from then on. Raises `InvalidInput`. */
export function createTaxRate(ctx: CommandContext, input: TaxRateInput): Promise<TaxRateRow> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = canonical({
      accountId: tx.account.id,
      id: tx.ids.guid(),
      country: input.country,
      region: input.region ?? null,
      rateMillionths: input.rateMillionths,
      reason: input.reason ?? reasonOf(input.rateMillionths),
      targets: input.targets ?? [],
      firstDay: input.firstDay ?? null,
      lastDay: input.lastDay ?? null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    });
    await refuseInvalid(tx, row);
    await store.insertTaxRate(tx, row);
    await recordChange(tx, tx.account.id, TAX_RATES_TOPIC);
    const { after } = changedFields({}, row, BOOKKEEPING) ?? { after: {} };
    recordTaxEvent(tx, { type: 'tax-rate.created', subjects: { taxRate: row.id }, data: { after } });
    return row;
  });
}

/** Changes a rate; paid orders keep theirs. Raises `NotFound`, `InvalidInput` and `StaleRevision`. */
export function updateTaxRate(
  ctx: CommandContext,
  id: string,
  changes: TaxRateChanges,
  expectedRevision?: number,
): Promise<TaxRateRow> {
  return transaction(ctx, async (tx) => {
    const before = (await store.lockTaxRate(tx, tx.account.id, id)) ?? refuseMissing(id);
    checkRevision(before, expectedRevision);
    const { rateMillionths, reason = rateMillionths === undefined ? undefined : reasonOf(rateMillionths) } =
      changes;
    const after = canonical(revised(before, { ...changes, reason }, tx.clock.now()));
    await refuseInvalid(tx, after, before);
    await store.saveTaxRate(tx, after);
    await recordChange(tx, tx.account.id, TAX_RATES_TOPIC);
    const data = changedFields(before, after, BOOKKEEPING);
    if (data !== undefined) recordTaxEvent(tx, { type: 'tax-rate.changed', subjects: { taxRate: id }, data });
    return after;
  });
}

/** Removes a rate; the one that it replaced applies again. Raises `NotFound` and `StaleRevision`. */
export function deleteTaxRate(
  ctx: CommandContext,
  id: string,
  expectedRevision?: number,
): Promise<TaxRateRow> {
  return transaction(ctx, async (tx) => {
    const row = (await store.lockTaxRate(tx, tx.account.id, id)) ?? refuseMissing(id);
    checkRevision(row, expectedRevision);
    await store.removeTaxRate(tx, row);
    await recordChange(tx, tx.account.id, TAX_RATES_TOPIC);
    const { before } = changedFields(row, {}, BOOKKEEPING) ?? { before: {} };
    recordTaxEvent(tx, { type: 'tax-rate.deleted', subjects: { taxRate: id }, data: { before } });
    return row;
  });
}

async function refuseInvalid(tx: CommandTx, row: TaxRateRow, before?: TaxRateRow): Promise<void> {
  refuseIssues({ ...taxRateIssues(row, before), ...(await targetIssues(tx, row.targets)) });
}

function reasonOf(rateMillionths: number): TaxRateRow['reason'] {
  return rateMillionths === 0 ? 'ZeroRated' : 'Standard';
}

/** The row with codes and names in their canonical spelling. */
function canonical(row: TaxRateRow): TaxRateRow {
  return {
    ...row,
    country: row.country.toUpperCase(),
    region: row.region === null ? null : row.region.trim(),
  };
}

function refuseMissing(id: string): never {
  throw notFound({ detail: `There is no tax rate ${id}.` });
}
