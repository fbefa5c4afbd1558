/** A decimal amount as people type it, with a point or a comma; undefined when it is none. */
export function amountIn(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** The amounts of a form by currency, without those that are none: the API says what is missing. */
export function pricesIn(
  currencies: readonly string[],
  values: Readonly<Record<string, string | boolean>>,
): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const currency of currencies) {
    const amount = amountIn(String(values[currency] ?? ''));
    if (amount !== undefined) prices[currency] = amount;
  }
  return prices;
}
