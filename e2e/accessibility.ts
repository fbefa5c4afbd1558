import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Options of `axe.run`. */
export interface AxeOptions {
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

/** The rules of axe whose outcome depends on colors, and therefore on the theme. */
const COLOR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];
export const COLORS_ONLY: AxeOptions = { runOnly: COLOR_RULES };
export const WITHOUT_COLORS: AxeOptions = {
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
};

/**
 * The violations that axe finds on the current page, one line each; empty when there are none. Runs every rule of axe,
 * including the best practices, unless `options` say otherwise.
 */
export async function accessibilityViolations(page: Page, options: AxeOptions = {}): Promise<string[]> {
  // Evaluated over the debugger, which the page's Content-Security-Policy does not bind.
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(AXE);
  const violations: readonly Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], selectors: false, preload: false, ...options })}).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  );
}
