import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

interface Entered {
  readonly name: string;
  readonly email: string;
}

/** Who pays in the tests. */
export const BUYER: Entered = { name: 'Ada Lovelace', email: 'ada@example.org' };

/** The button that pays the order of `checkout-api.ts`. */
export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Pay €149.35' });
}

/** Enters the buyer, with the spaces that autofill leaves around a name. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(` ${BUYER.name} `);
  await page.getByLabel('Email').fill(BUYER.email);
}

/** What the fields hold. */
export async function enteredIn(page: Page): Promise<Entered> {
  const name = await page.getByLabel('Name').inputValue();
  return { name: name.trim(), email: await page.getByLabel('Email').inputValue() };
}

/** The lines of the order, each as one line of text. */
export async function linesOf(page: Page): Promise<string[]> {
  return (await page.getByRole('listitem').allInnerTexts()).map(onOneLine);
}

/** The sums under the order, each as one line of text. */
export async function totalsOf(page: Page): Promise<string[]> {
  return (await page.locator('dl > div').allInnerTexts()).map(onOneLine);
}

/** What a screen reader reads as the error of a field. */
export async function messageBeside(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const error = ids.find((id) => id.endsWith('-error'));
  assert(error !== undefined, `${label} has no message`);
  return page.locator(`[id="${error}"]`).innerText();
}

/** What the field with the focus is for: its `autocomplete`. */
export function focusedField(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.getAttribute("autocomplete") ?? ""');
}

/** Whether the focus is on an element that matches. */
export function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
