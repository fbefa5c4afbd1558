import type { Static } from '../../kernel/schema.ts';
import { toDecimal } from '../../kernel/money.ts';
import { type Context, logoAddress, shopUrl } from '../../modules/accounts/index.ts';
import { documentsOfOrder, latestInvoice } from '../../modules/documents/index.ts';
import {
  type BuyerQuote,
  type CartRefusal,
  cartRefusals,
  type CheckoutView,
  continuationOf,
  orderFingerprint,
  whitelistedReturn,
} from '../../modules/orders/index.ts';
import { type EmbeddedForm, NO_PROVIDER, providerOf } from '../../modules/payments/index.ts';
import type { QuotedLine } from '../../modules/pricing/index.ts';
import { billingDetailsAnswer } from '../wire/billing.ts';
import { recurrenceBody } from '../wire/recurrence.ts';
import { amounts, couponsBody, orderTotal } from '../wire/order.ts';
import { type ItemPresenter, itemPresenter } from '../wire/product.ts';
import { lineUpgradeBody } from '../wire/upgrade.ts';
import { withdrawnLines } from '../wire/withdrawn-line.ts';
import { checkoutFiles } from './checkout-files.ts';
import { checkoutSubscription, type NextPayments, nextPayments, renewalBody } from './checkout-renewals.ts';
import { checkoutTax } from './checkout-tax.ts';
import type { CheckoutBody, CheckoutLine } from './checkout-body.ts';

type Body = Static<typeof CheckoutBody>;

/** An order in the form that the checkout page shows; `returnTo` is the `return` of the checkout URL. */
export async function checkoutBody(
  ctx: Context,
  view: BuyerQuote,
  returnTo: string | undefined,
): Promise<Body> {
  const { order, quote, catalog, link, buyer, isTaken, isForOwner } = view;
  const customerId = link.buyer.kind === 'Customer' ? link.buyer.customerId : undefined;
  const refusals = await cartRefusals(ctx, view, customerId);
  const logoUrl = logoAddress(ctx.config, ctx.account);
  const billing = billingDetailsAnswer(buyer.details);
  const tax = checkoutTax(ctx, view);
  const suggestedCountry = ctx.visitorCountry?.();
  const returnUrl = whitelistedReturn(ctx, returnTo) ?? order.returnUrl;
  return {
    vendor: { id: ctx.account.id, name: ctx.account.name, ...(logoUrl !== undefined && { logoUrl }) },
    ...vendorTerms(ctx),
    currencies: currenciesOf(ctx, view),
    status: order.status,
    taken: isTaken,
    forOwner: isForOwner,
    ...(order.origin !== 'Cart' && { fixed: true as const }),
    currency: quote.currency,
    fingerprint: orderFingerprint(catalog, quote),
    lines: await linesOf(ctx, view, refusals),
    withdrawnLines: withdrawnLines(view),
    ...(quote.lines.length > 0 && { total: orderTotal(quote) }),
    ...(tax !== undefined && { tax }),
    ...(await checkoutSubscription(ctx, view)),
    ...couponsBody(quote, order.customerId !== null && customerId !== order.customerId),
    ...(suggestedCountry !== undefined && { suggestedCountry }),
    buyer: {
      ...(view.needsAddress && { addressNeeded: true }),
      name: buyer.name,
      email: buyer.email,
      locked: buyer.isFixed,
      ...(billing !== undefined && { billing }),
    },
    ...(await checkoutFiles(ctx, view)),
    ...(await paperOf(ctx, view)),
    ...(order.completedAt !== null && { completedAt: order.completedAt.toISOString() }),
    ...(order.cancelledAt !== null && { cancelledAt: order.cancelledAt.toISOString() }),
    ...(quote.cartOffer && { cartOffer: reduction(quote.cartOffer, quote.currency) }),
    payment: await paymentOf(ctx, view),
    ...(returnUrl !== null && { returnUrl }),
    ...(order.lastPaymentFailure !== null && { failure: order.lastPaymentFailure }),
    ...refusalsBody(refusals, quote.currency),
  };
}

async function linesOf(
  ctx: Context,
  view: CheckoutView,
  refusals: readonly CartRefusal[],
): Promise<Body['lines']> {
  const { catalog, quote } = view;
  const { pictures } = itemPresenter(ctx);
  const nextPaymentOf = await nextPayments(ctx, view);
  return quote.lines.map((line) => ({
    ...checkoutLine(line, quote.currency, { catalog, pictures }),
    ...laterPayments(line, quote.currency, nextPaymentOf),
    ...lineRefusals(line, refusals),
  }));
}

/** The number of a completed order, and its invoice, or else its receipt; only for the buyer who paid it. */
async function paperOf(
  ctx: Context,
  { order, buyer, isForOwner }: BuyerQuote,
): Promise<Pick<Body, 'document' | 'orderNumber'>> {
  if (order.status !== 'Completed' || buyer.name === null || isForOwner) return {};
  const documents = await documentsOfOrder(ctx, order.id);
  const document = latestInvoice(documents) ?? documents.find(({ kind }) => kind === 'Receipt');
  const number = order.number ? { orderNumber: order.number } : {};
  if (document === undefined) return number;
  return {
    ...number,
    document: { kind: document.kind === 'Invoice' ? 'Invoice' : 'Receipt', number: document.number },
  };
}

function vendorTerms({ config, account }: Context): Pick<Body, 'seller' | 'links' | 'footer' | 'locale'> {
  const { seller, links, brand, locale } = account.settings;
  return {
    seller: { ...seller, name: seller.name ?? account.name },
    links: { ...links, shop: shopUrl(config, account) },
    footer: {
      ...(brand.footerText !== undefined && { text: brand.footerText }),
      links: [...brand.links],
    },
    locale,
  };
}

/** The currencies that have a price for every line; a completed order stays in its own, and so does one of a subscription. */
function currenciesOf({ account }: Context, { order, quote, catalog }: CheckoutView): string[] {
  if (order.status !== 'Open' || order.origin !== 'Cart') return [quote.currency];
  const prices = quote.lines.map(({ variationId }) => catalog.variation(variationId)?.prices ?? {});
  return account.settings.currencies.filter(
    (currency) => currency === quote.currency || prices.every((price) => currency in price),
  );
}

async function paymentOf(ctx: Context, view: CheckoutView): Promise<Body['payment']> {
  const provider = await providerOf(ctx);
  const capabilities = await provider?.capabilities(ctx);
  const test = provider?.testInput;
  const continuation = await continuationOf(ctx, view);
  const savesMethod = view.quote.lines.some(({ renewal }) => renewal !== undefined);
  return {
    provider: provider?.name ?? NO_PROVIDER,
    ...(capabilities?.embedded && { embedded: formBody(capabilities.embedded) }),
    ...(continuation !== null && { continuation }),
    ...(view.isCancellable && { cancellable: true }),
    ...(capabilities?.isTest === true && { isTest: true }),
    ...(test !== undefined && {
      test: { ...testBody(test), ...(savesMethod && { method: testBody(test.method) }) },
    }),
  };
}

function testBody({ field, outcomes }: { readonly field: string; readonly outcomes: readonly string[] }) {
  return { field, outcomes: [...outcomes] };
}

function formBody({ script, inPage }: EmbeddedForm) {
  return { script, inPage };
}

function refusalsBody(
  refusals: readonly CartRefusal[],
  currency: string,
): Pick<Body, 'amountRefusal' | 'checkoutRefusals'> {
  if (refusals.length === 0) return {};
  const checkoutRefusals = refusals.map(({ message }) => message);
  const { amount } = refusals.find((refusal) => refusal.amount !== undefined) ?? {};
  if (amount === undefined) return { checkoutRefusals };
  const { reason, limitMinor } = amount;
  const limit = limitMinor === undefined ? {} : { limit: toDecimal(limitMinor, currency) };
  return { checkoutRefusals, amountRefusal: { reason, ...limit } };
}

function lineRefusals(
  { id }: QuotedLine,
  refusals: readonly CartRefusal[],
): Pick<Static<typeof CheckoutLine>, 'refusals'> {
  const own = refusals.filter(({ lineIds }) => lineIds.includes(id)).map(({ message }) => message);
  return own.length > 0 ? { refusals: own } : {};
}

function laterPayments(
  line: QuotedLine,
  currency: string,
  nextPaymentOf: NextPayments,
): Pick<Static<typeof CheckoutLine>, 'renewal'> {
  const { renewal } = line;
  return renewal === undefined
    ? {}
    : { renewal: { ...renewalBody(renewal, currency), ...nextPaymentOf(line) } };
}

function checkoutLine(
  line: QuotedLine,
  currency: string,
  { catalog, pictures }: Pick<CheckoutView, 'catalog'> & Pick<ItemPresenter, 'pictures'>,
): Static<typeof CheckoutLine> {
  const item = line.item.type === 'Product' ? catalog.product(line.item.id) : catalog.bundle(line.item.id);
  const variation = catalog.variation(line.variationId);
  const names = line.adjustments.map(({ name }) => name);
  return {
    id: line.id,
    type: line.item.type,
    name: item?.name ?? line.item.id,
    ...(item !== undefined && item.tagline !== '' && { tagline: item.tagline }),
    ...(line.item.type === 'Bundle' && {
      contents: line.grantedProductIds.map((id) => catalog.product(id)?.name ?? id),
    }),
    ...pictures(item),
    variationName: variation?.name ?? '',
    ...lineUpgradeBody(line),
    recurrence: recurrenceBody(variation?.recurrence ?? 'OneOff'),
    quantity: line.quantity,
    unitPrice: toDecimal(line.unitPriceMinor, currency),
    total: amounts(line, (amountMinor) => toDecimal(amountMinor, currency)),
    reductions: line.adjustments.map(({ name, amountMinor }) =>
      reduction({ name, amountMinor: amountMinor * line.quantity }, currency),
    ),
    ...(names.length > 0 && { discountName: names.join(', ') }),
  };
}

function reduction(
  { name, amountMinor }: { readonly name: string; readonly amountMinor: number },
  currency: string,
) {
  return { name, amount: toDecimal(amountMinor, currency) };
}
