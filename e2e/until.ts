import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Waits until an expression is true on a page. `page.waitForFunction` evaluates it in the page from the second time on,
 * where the page's Content-Security-Policy refuses it.
 *
 * @throws AssertionError after 15 seconds.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
    assert.ok(performance.now() < deadline, `never true: ${expression}`);
    await delay(PAUSE_MS);
  }
}
