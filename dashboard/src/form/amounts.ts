/** The digits behind the point that an amount in a currency has, such as 2 for EUR and 0 for JPY. */
function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * A decimal number as people type it, with a point or a comma, and at most so many digits behind it; undefined when it is
 * none. A thousand that somebody writes as 1.000 or 1,000 is none: it must not become one.
 */
export function amountIn(text: string, digits = 2): number | undefined {
  const plain = text.trim().replace(',', '.');
  const [, fraction = ''] = plain.split('.');
  return /^\d+(?:\.\d+)?$/.test(plain) && fraction.length <= digits ? Number(plain) : undefined;
}

/** The same for an amount of money in a currency. */
export function moneyIn(text: string, currency: string): number | undefined {
  return amountIn(text, fractionDigits(currency));
}

/**
 * The amounts of a form by currency, without empty ones. What is no amount becomes `NaN`, which the API refuses at its
 * field, together with what else is wrong.
 */
export function pricesIn(
  currencies: readonly string[],
  values: Readonly<Record<string, string | boolean>>,
): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const currency of currencies) {
    const text = String(values[currency] ?? '');
    if (text.trim() !== '') prices[currency] = moneyIn(text, currency) ?? Number.NaN;
  }
  return prices;
}
