import type { FieldIssues } from '../../../kernel/bulk-import.ts';
import { isLocale } from '../../../kernel/locale.ts';
import { fromDecimal, isCurrency, stepMinor } from '../../../kernel/money.ts';
import { readContext } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { findOwners } from '../../customers/index.ts';
import { type ChargeTerms, chargeTerms, quoteStanding } from '../../orders/index.ts';
import { canSaveMethods, findProviderMethod, type ProviderMethod, shopFault } from '../../payments/index.ts';
import { netTotal, priceOfPayment, type RecurringPrice } from '../../pricing/index.ts';
import { type ImportedCalendar, importedCalendar } from '../domain/imported-periods.ts';
import type { RenewalTotal } from '../tables.ts';
import type { SubscriptionImport } from './import-fields.ts';
import { subscriptionIds } from './store-imports.ts';

/** A subscription to import, with what was looked up for it; `issues` prevent it. */
export interface PreparedSubscription {
  readonly draft: SubscriptionImport;
  readonly catalog: Catalog;
  /** The products of which each unit has a license. */
  readonly productIds: readonly string[];
  readonly calendar: ImportedCalendar | undefined;
  readonly price: RecurringPrice;
  /** Of the next renewal, with the taxes of this day; absent where there are issues, and in a dry run. */
  readonly next?: { readonly total: RenewalTotal; readonly terms: ChargeTerms } | undefined;
  readonly method: ProviderMethod | undefined;
  readonly issues: FieldIssues;
}

/** A provider limits how often it is asked. */
const AT_ONCE = 4;

/**
 * Looks up what subscriptions of another system need, before their transaction: the catalogue, their calendars, and their
 * payment methods at the provider, which must know them. Of those that the account has, nothing is looked up. Raises
 * `ProviderUnavailable` while the provider does not answer.
 */
export async function prepareSubscriptionImports(
  ctx: Context,
  drafts: readonly SubscriptionImport[],
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<readonly { readonly input: PreparedSubscription }[]> {
  const catalog = await loadCatalog(ctx);
  const savesMethods = await canSaveMethods(ctx);
  const owners = await findOwners(ctx, drafts);
  const externalIds = drafts.map(({ externalId }) => externalId);
  const existing = await subscriptionIds(ctx.database.reader, ctx.account.id, externalIds);
  const look = async (draft: SubscriptionImport) => {
    if (existing.has(draft.externalId)) return { input: asItIs(draft, catalog) };
    const prepared = await prepare(ctx, catalog, { draft, savesMethods });
    if (isDryRun || Object.keys(prepared.issues).length > 0) return { input: prepared };
    const customerId = owners(draft).owner?.id ?? null;
    return { input: { ...prepared, next: await nextOf(ctx, prepared, customerId) } };
  };
  const entries: { readonly input: PreparedSubscription }[] = [];
  for (let first = 0; first < drafts.length; first += AT_ONCE)
    entries.push(...(await Promise.all(drafts.slice(first, first + AT_ONCE).map(look))));
  return entries;
}

/** One that the account has: the import leaves it as it is. */
function asItIs(draft: SubscriptionImport, catalog: Catalog): PreparedSubscription {
  const price = { unitOriginalMinor: 0, adjustments: [], reductions: [] };
  return { draft, catalog, productIds: [], calendar: undefined, price, method: undefined, issues: {} };
}

async function prepare(
  ctx: Context,
  catalog: Catalog,
  { draft, savesMethods }: { readonly draft: SubscriptionImport; readonly savesMethods: boolean },
): Promise<PreparedSubscription> {
  const issues: FieldIssues = {};
  const report = (field: string, issue: string): void => {
    (issues[field] ??= []).push(issue);
  };
  checkContent(draft, catalog, report);
  const calendar = calendarOf(ctx, draft, report);
  const unitOriginalMinor = await priceIn(ctx, draft, report);
  if (draft.locale !== undefined && !isLocale(draft.locale))
    report('locale', 'must be a language such as de or en-GB');
  const method = await methodOf(ctx, draft, { savesMethods, report });
  const { type, id } = draft.content;
  const productIds = type === 'Product' ? [id] : (catalog.bundle(id)?.productIds ?? []);
  const price = { unitOriginalMinor, adjustments: [], reductions: [] };
  return { draft, catalog, productIds, calendar, price, method, issues };
}

type Report = (field: string, issue: string) => void;

function checkContent(
  { content, cycleLength, paidCycles = 1 }: SubscriptionImport,
  catalog: Catalog,
  report: Report,
): void {
  const { type, id, variationId } = content;
  const item = type === 'Product' ? catalog.product(id) : catalog.bundle(id);
  const variation = catalog.variation(variationId);
  if (item === undefined) report('content.id', `is not a ${type.toLowerCase()} of this account`);
  if (variation === undefined) return report('content.variationId', 'is not a variation of this account');
  if (item !== undefined && (variation.productId ?? variation.bundleId) !== id)
    return report('content.variationId', `is not a variation of ${id}`);
  if (variation.recurrence === 'OneOff') return report('content.variationId', 'has no billing cycle');
  if (variation.recurrence !== cycleLength)
    report('cycleLength', `must be ${variation.recurrence}, the billing cycle of ${variationId}`);
  const { ownAfterCycles } = variation.subscriptionTerms ?? {};
  if (ownAfterCycles !== undefined && paidCycles >= ownAfterCycles)
    report(
      'paidCycles',
      `must be less than ${ownAfterCycles}: after that its licenses are perpetual, import those instead`,
    );
}

/** The longest time for which somebody has paid ahead. */
const MOST_YEARS = 10;

function calendarOf(
  { account, clock }: Context,
  { anchor, cycleLength: cycle, paidThrough, paidCycles = 1, startedAt }: SubscriptionImport,
  report: Report,
): ImportedCalendar | undefined {
  const now = clock.now();
  const zone = anchor?.zone ?? account.settings.documents.timeZone;
  if (startedAt !== undefined && startedAt > now) report('startedAt', 'must not be in the future');
  if (paidThrough <= now) {
    report(
      'paidThrough',
      'is in the past: only what is paid can go on here, and is charged at the end of that',
    );
    return undefined;
  }
  if (paidThrough.getUTCFullYear() > now.getUTCFullYear() + MOST_YEARS)
    report('paidThrough', `must be within ${MOST_YEARS} years`);
  if (!isZone(zone)) {
    report('anchor.zone', 'must be a time zone such as Europe/Berlin');
    return undefined;
  }
  if (anchor !== undefined && !isDate(anchor.date)) {
    report('anchor.date', 'is not a date');
    return undefined;
  }
  const calendar = importedCalendar({ cycle, anchorDate: anchor?.date, paidThrough, paidCycles, zone });
  if (!('field' in calendar)) return calendar;
  report(calendar.field, calendar.issue);
  return undefined;
}

function isZone(zone: string): boolean {
  try {
    return new Date(0).toTemporalInstant().toZonedDateTimeISO(zone).timeZoneId !== '';
  } catch {
    return false;
  }
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

/** A unit for one cycle, in minor units; renewals have to be able to charge it. */
async function priceIn(
  ctx: Context,
  { price, content }: SubscriptionImport,
  report: Report,
): Promise<number> {
  const { account } = ctx;
  const { currency, amount } = price;
  if (!account.settings.currencies.includes(currency) || !isCurrency(currency)) {
    report(
      'price.currency',
      `is not a currency of this account: it sells in ${account.settings.currencies.join(', ')}`,
    );
    return 0;
  }
  const minor = fromDecimal(amount, currency);
  if (minor === undefined || minor % stepMinor(currency) !== 0) {
    report(
      'price.amount',
      `has more decimals than ${minor === undefined ? currency : `payments in ${currency}`}`,
    );
    return 0;
  }
  const amountMinor = minor * (content.quantity ?? 1);
  if (amountMinor > 0 && (await shopFault(ctx, { amountMinor, currency })) === 'Amount')
    report('price.amount', 'is less, or more, than the payment provider charges in this currency');
  return minor;
}

async function methodOf(
  ctx: Context,
  { providerCustomerId, providerMethodId }: SubscriptionImport,
  { savesMethods, report }: { readonly savesMethods: boolean; readonly report: Report },
): Promise<ProviderMethod | undefined> {
  if (providerMethodId === undefined) {
    if (providerCustomerId !== undefined) report('providerMethodId', 'is required with providerCustomerId');
    return undefined;
  }
  if (!savesMethods) {
    report('providerMethodId', 'needs a payment provider that saves payment methods: connect it first');
    return undefined;
  }
  const ids = { reference: providerMethodId, customerReference: providerCustomerId ?? null };
  const method = await findProviderMethod(ctx, ids);
  if (method === undefined)
    report(
      'providerMethodId',
      providerCustomerId === undefined
        ? 'is no payment method at the payment provider that can be charged again'
        : `is no payment method of ${providerCustomerId} at the payment provider`,
    );
  return method;
}

/** What the next renewal costs, and the terms that this follows from. */
async function nextOf(
  ctx: Context,
  {
    draft: {
      content,
      price: { currency },
      paidCycles = 1,
    },
    price,
  }: PreparedSubscription,
  customerId: string | null,
): Promise<NonNullable<PreparedSubscription['next']>> {
  const terms = await chargeTerms(ctx, { customerId, stated: {} });
  const { type, id, variationId, quantity = 1 } = content;
  const line = {
    id: '',
    productId: type === 'Product' ? id : null,
    bundleId: type === 'Bundle' ? id : null,
    variationId,
    quantity,
    offerId: null,
    agreed: priceOfPayment(price, paidCycles),
  };
  const order = { customerId, currency, billing: terms.billing, lines: [line] };
  return { total: netTotal(await quoteStanding(readContext(ctx), order, terms)), terms };
}
