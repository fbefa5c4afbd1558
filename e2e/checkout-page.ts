import type { Locator, Page } from 'playwright-core';

interface Entered {
  readonly name: string;
  readonly email: string;
}

/** The buyer of the tests. */
export const BUYER: Entered = { name: 'Ada Lovelace', email: 'ada@example.org' };

/** The button that pays the order of `checkout-api.ts`. */
export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Pay €149.35' });
}

/** Agrees to immediate delivery. */
export async function agree(page: Page): Promise<void> {
  await page.getByLabel('Deliver my licenses at once').check();
}

/** Enters the buyer, with the spaces that autofill leaves around a name, and agrees to immediate delivery. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(` ${BUYER.name} `);
  await page.getByLabel('Email').fill(BUYER.email);
  const consent = page.getByLabel('Deliver my licenses at once');
  if ((await consent.count()) > 0) await consent.check();
}

/** The values of the fields. */
export async function enteredIn(page: Page): Promise<Entered> {
  const name = await page.getByLabel('Name').inputValue();
  return { name: name.trim(), email: await page.getByLabel('Email').inputValue() };
}

/** What changes a line: fewer, more, none. */
const CHANGES = / (?:(?:− \d+ )?\+ )?(?:Remove|Entfernen)(?= |$)/;

/** The lines of the order, each as one line of text, without the buttons that change it. */
export async function linesOf(page: Page): Promise<string[]> {
  return (await page.getByRole('listitem').allInnerTexts()).map((text) =>
    onOneLine(text).replace(CHANGES, ''),
  );
}

/** The totals under the order, each as one line of text. */
export async function totalsOf(page: Page): Promise<string[]> {
  return (await page.locator('dl > div').allInnerTexts()).map(onOneLine);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
