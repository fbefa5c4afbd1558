import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../modules/accounts/index.ts';
import { findOwnership, type Ownership } from '../../modules/licensing/index.ts';
import {
  collectsItself,
  estimateTax,
  loadTaxBasis,
  peekTaxBasis,
  type TaxBasis,
} from '../../modules/taxes/index.ts';
import { currencyOfCountry } from '../../platform/geo/countries.ts';
import { type CachedBody, sendCached } from '../../platform/http/content/cached-body.ts';
import type { StorefrontVisit } from '../wire/storefront.ts';

/** The part of the response that depends on the visitor's location. */
export type Visitor = Pick<StorefrontVisit, 'suggestedCurrency' | 'taxEstimate'>;

/** @see Visitor */
export async function visitorOf(ctx: Context): Promise<Visitor> {
  return visitorWith(ctx, await loadTaxBasis(ctx));
}

/** The same, synchronously; `undefined` when something has to be loaded first. */
export function peekVisitor(ctx: Context): Visitor | undefined {
  if (!collectsItself(ctx)) return visitorWith(ctx, undefined);
  const basis = peekTaxBasis(ctx);
  return basis && visitorWith(ctx, basis);
}

function visitorWith(ctx: Context, basis: TaxBasis | undefined): Visitor {
  const suggestedCurrency = suggestCurrency(ctx);
  const country = basis && ctx.visitorCountry?.();
  if (basis === undefined || country === undefined) return { suggestedCurrency };
  return { suggestedCurrency, taxEstimate: estimateTax(basis, country) };
}

/** A text that is equal for visitors whose location has the same effect. */
export function visitorKey({ suggestedCurrency, taxEstimate }: Visitor): string {
  if (taxEstimate === undefined) return suggestedCurrency;
  const { tax, changesAt } = taxEstimate;
  return `${suggestedCurrency} ${tax?.country} ${tax?.basisPoints} ${tax?.mode} ${changesAt?.getTime()}`;
}

/** The products the customer owns; `undefined` without a valid token. */
export async function ownedBy(ctx: Context, customerId: string | undefined): Promise<Ownership | undefined> {
  if (customerId === undefined) return undefined;
  return findOwnership(ctx, customerId);
}

/** Browsers cache the response and revalidate it each time: a changed price appears immediately. */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CachedBody,
): FastifyReply {
  reply.header('cache-control', 'private, no-cache').header('vary', 'Origin, Authorization');
  return sendCached(request, reply, body, 'application/json; charset=utf-8');
}

/** The currency of the client's country if the account sells in it, else the account's default. */
function suggestCurrency({ account, visitorCountry }: Context): string {
  const { currencies, defaultCurrency } = account.settings;
  if (currencies.length === 1) return defaultCurrency;
  const country = visitorCountry?.();
  const currency = country === undefined ? undefined : currencyOfCountry(country);
  return currency !== undefined && currencies.includes(currency) ? currency : defaultCurrency;
}
