import { versionedCache } from '../../platform/database/versioned-cache.ts';
import type { AccountContext, Context } from '../accounts/index.ts';
import { mayCalculateTaxes, providerCalculatesTaxes } from '../payments/index.ts';
import type { TaxRules } from '../pricing/index.ts';
import { dayOf, decideTaxes, type OwnRate, type TaxBasis, type TaxBuyer } from './domain/decide-taxes.ts';
import { taxCountryOf } from './domain/regions.ts';
import { readTaxRates } from './store.ts';
import type { TaxRateRow } from './tables.ts';

/** The change feed topic of an account's tax rates; every command that changes them records a change. */
export const TAX_RATES_TOPIC = 'tax-rates';

/**
 * The current basis of the account's taxes; `undefined` if it collects none, or leaves them to the payment provider.
 * The vendor's own rates are cached until a change of them is committed, in this process or another.
 */
export async function loadTaxBasis(ctx: Context): Promise<TaxBasis | undefined> {
  if (!collectsItself(ctx) || (await providerCalculatesTaxes(ctx))) return undefined;
  return basisOf(ctx, await rates.get(ctx, ctx.account.id));
}

/**
 * The taxes of a buyer at a moment, for explaining a price; `undefined` if Latchkey does not calculate the account's
 * taxes.
 */
export async function taxesAt(ctx: Context, buyer: TaxBuyer, moment: Date): Promise<TaxRules | undefined> {
  const basis = await loadTaxBasis(ctx);
  return basis && decideTaxes({ ...basis, day: dayOf(moment) }, buyer);
}

/**
 * The same basis, synchronously, if it is cached and certainly current, and no provider can calculate the taxes; else
 * `undefined`.
 */
export function peekTaxBasis(ctx: Context): TaxBasis | undefined {
  const own = collectsItself(ctx) && !mayCalculateTaxes(ctx) ? rates.peek(ctx, ctx.account.id) : undefined;
  return own && basisOf(ctx, own);
}

/** Whether Latchkey should calculate the taxes of the account; its provider may still do so. */
export function collectsItself({ account }: AccountContext): boolean {
  return account.settings.tax.mode === 'own';
}

const MAX_ACCOUNTS = 1_000;

const rates = versionedCache<readonly OwnRate[]>({
  topic: TAX_RATES_TOPIC,
  load: async ({ database }, accountId) => (await readTaxRates(database.reader, accountId)).map(ownRate),
  capacity: MAX_ACCOUNTS,
});

function ownRate({ rateMillionths, ...row }: TaxRateRow): OwnRate {
  return { ...row, basisPoints: rateMillionths / 100 };
}

function basisOf({ account, clock }: Context, ownRates: readonly OwnRate[]): TaxBasis {
  const { tax, seller } = account.settings;
  return {
    prices: tax.prices,
    collectsIn: tax.collectsIn,
    isBelowEuThreshold: tax.belowEuThreshold,
    sellerCountry: seller.country && taxCountryOf(seller.country.toUpperCase()),
    ownRates,
    day: dayOf(clock.now()),
  };
}
