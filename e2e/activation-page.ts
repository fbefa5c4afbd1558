import type { Locator, Page } from 'playwright-core';
import { ACTIVATION_ID, ADA, type ActivationApi, interceptActivation } from './activation-api.ts';
import { type Visit as VisitOf, type Visitor, visit } from './visit.ts';

/** The path where the request of `activation-api.ts` is approved. */
export const ACTIVATION_PATH = `/activate/${ACTIVATION_ID}`;

export type Visit = VisitOf<ActivationApi>;

/** Visits the page of the request. */
export function visitActivation(visitor: Visitor, walk: (visit: Visit) => Promise<void>): Promise<void> {
  return visit(visitor, { name: 'activation', path: ACTIVATION_PATH, intercept: interceptActivation }, walk);
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name });
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Fills in the current form and sends it. */
export async function signIn(page: Page, password: string = ADA.password): Promise<void> {
  await page.getByLabel('Email').fill(` ${ADA.email}`);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

/** The field, not the button in it that reveals the password. */
export function passwordField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Password' });
}
