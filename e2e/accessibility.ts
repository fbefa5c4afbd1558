import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The rules of axe whose outcome depends on colors, and therefore on the theme. */
export const COLOR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe finds on the current page, one line each; empty when there are none. Runs every rule of axe,
 * including the best practices, or only these `rules`.
 */
export async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated over the debugger, which the page's Content-Security-Policy does not bind.
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(AXE);
  const violations: readonly Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })}).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  );
}
