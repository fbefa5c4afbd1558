import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** The text that a screen reader reads as the error of a field. */
export async function messageBeside(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label);
  await eventually(() => field.getAttribute('aria-invalid'), 'true');
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const error = ids.find((id) => id.endsWith('-error'));
  assert(error !== undefined, `${label} has no message`);
  return page.locator(`[id="${error}"]`).innerText();
}

/** The purpose of the focused field: its `autocomplete`. */
export function focusedField(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.getAttribute("autocomplete") ?? ""');
}

/** Whether the focus is on an element that matches. */
export function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
}

/**
 * Lets the clock of the page run until something appears, in steps: responses arrive in between, which a jumping clock
 * does not allow.
 */
export async function passUntil(page: Page, sign: Locator): Promise<void> {
  while (!(await sign.isVisible())) await page.clock.runFor(1_000);
}

const SHIFTS_SO_FAR = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)));
})`;

/** How far everything has moved by itself since the page was opened, as browsers measure it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(SHIFTS_SO_FAR);
}
