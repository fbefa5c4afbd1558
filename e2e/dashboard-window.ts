import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { DemoShop, Shopper } from './demo-shop.ts';
import { type NewVisitor, welcome } from './new-visitor.ts';
import type { Window } from './page-check.ts';

/** The name of the page. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** Opens a page of the dashboard as the owner of the demo account, who signs in for it. */
export async function signInToDashboard(page: Page, { demo }: DemoShop, path = ''): Promise<void> {
  const { url, email, password } = demo.dashboard;
  await page.goto(url + path);
  await heading(page, 'Sign in to your dashboard').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The same in German, for a visitor who reads that. */
export async function signInInGerman(page: Page, { demo }: DemoShop, path = ''): Promise<void> {
  const { url, email, password } = demo.dashboard;
  await page.goto(url + path);
  await page.getByLabel('E\u2011Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Opens the page of a customer from the list of customers, once the list shows what was asked for. */
export async function openCustomer(page: Page, { name, email }: Shopper): Promise<void> {
  await page.getByLabel('Find by name or email').fill(email);
  // Until then, a row may move away under the click.
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === email);
  await page.getByText(email).waitFor();
  await page.getByRole('link', { name }).click();
  await heading(page, name).waitFor();
}

interface WindowOptions extends Pick<NewVisitor, 'locale' | 'movesClock'> {
  readonly viewport?: Window['viewport'];
}

const PATIENCE_MS = 30_000;

/** Walks through pages as a new visitor, and asserts that none of them complains. */
export function inWindow(
  browser: Browser,
  { viewport = { width: 1280, height: 720 }, ...options }: WindowOptions,
  walk: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const window = { name: Object.values(viewport).join('x'), viewport };
  const visitor = { browser, window, patience: PATIENCE_MS, ...options };
  return welcome(visitor, (page) => walk(page, page.context()));
}
