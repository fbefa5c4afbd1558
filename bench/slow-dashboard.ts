import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Browser, Cookie } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { followers } from '../server/src/jobs.ts';
import { addOperator } from '../server/src/modules/operators/index.ts';
import { catchUpOnJournal } from '../server/src/platform/journal/follow-journal.ts';
import { openArena } from './arena.ts';
import { seedSales } from './figures/desk.ts';
import { withSystem } from './purchases.ts';
import { medianVisit, printVisit } from './slow-page.ts';

// The first visit of a page of the dashboard on a slow phone, with many orders: `npm run bench:dashboard`. Quiet machines
// only: it measures time. What the server takes alone is `npm run bench -- desk`.

/** "First load" in the section "How" of the dashboard. */
const LIMITS = { lcp: 1_500, blocking: 300, shift: 0.05, kilobytes: 300 };
const OWNER = {
  email: 'owner@bench.example',
  name: 'Olga Owner',
  role: 'Owner',
  password: 'Amber-77-canoe',
} as const;
const PAGES = {
  home: '',
  customers: '/customers',
  orders: '/orders',
  licenses: '/licenses',
  reports: '/reports',
};

/** Signs in with the form, and returns the cookies of the session. */
async function signIn(browser: Browser, url: string): Promise<readonly Cookie[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    return await context.cookies();
  } finally {
    await context.close();
  }
}

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });
await using opened = new AsyncDisposableStack();
const arena = await openArena({ engine: 'sqlite', size: Number(values.size), requests: 0 });
opened.defer(arena.close);
await seedSales(arena);
await withSystem(arena, (ctx) => addOperator(ctx, OWNER));
// Otherwise the server would tell the pages of everything that was just bought.
await withSystem(arena, (ctx) => catchUpOnJournal(ctx, followers(ctx)));
const target = await arena.start();
opened.defer(target.stop);
const browser = await launchBrowser();
opened.defer(() => browser.close());
const dashboard = `${target.url}/dashboard`;
const cookies = await signIn(browser, dashboard);
let isGood = true;
for (const [name, path] of Object.entries(PAGES))
  isGood =
    printVisit(name, await medianVisit(browser, dashboard + path, { cookies, isLive: true }), LIMITS) &&
    isGood;
process.exitCode = isGood ? 0 : 1;
