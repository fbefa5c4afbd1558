import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { heading } from './dashboard-window.ts';

const GUIDE = join(import.meta.dirname, '../docs/guide/dashboard.md');
const SEARCH = 'Name, email, order number, product, license key or device';

/** Where the menu is always open, as for the clicks of the guide. */
export const DESK = { width: 1440, height: 900 };

/** A task that begins at Home. */
export interface Walk {
  readonly click: (target: Locator) => Promise<void>;
  /** Follows a link of the menu. */
  readonly choose: (area: string) => Promise<void>;
  /** Opens what Ctrl K finds, which is a click of the guide. */
  readonly find: (text: string, hit: string | RegExp) => Promise<void>;
}

/** Does a task from Home, and asserts that it takes as many clicks as the guide says for it. */
export async function walk(page: Page, task: string, way: (walk: Walk) => Promise<void>): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Home' }).click();
  await heading(page, /^Hello/).waitFor();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await way({
    click,
    choose: (area) => click(menu.getByRole('link', { name: area, exact: true })),
    find: async (text, hit) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: SEARCH }).fill(text);
      await click(page.getByRole('listbox', { name: 'Search' }).getByRole('option', { name: hit }).first());
    },
  });
  assert.equal(clicks, clicksOf(task), `the clicks that the guide says for: ${task}`);
}

/** The clicks of a task in the table of the guide. */
function clicksOf(task: string): number {
  const lines = readFileSync(GUIDE, 'utf8').split('\n');
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const row = cells.find(([, name]) => name === task) ?? assert.fail(`the guide has no clicks for: ${task}`);
  return Number(row[3]);
}
