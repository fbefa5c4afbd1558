import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { accessibilityViolations, type AxeOptions, COLORS_ONLY, WITHOUT_COLORS } from './accessibility.ts';
import { eventually } from './eventually.ts';

const SCREENSHOTS = join(import.meta.dirname, 'screenshots');
/** A seventh of the CPU time of all browser tests, and only for people. */
const TAKES_SCREENSHOTS = process.env['LATCHKEY_E2E_SCREENSHOTS'] === '1';

export interface Window {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const DESK: Window = { name: 'wide', viewport: { width: 1440, height: 900 } };
const PHONE: Window = { name: 'narrow', viewport: { width: 360, height: 740 } };

/** Between the two. */
export const TABLET: Window = { name: 'middle', viewport: { width: 768, height: 1024 } };

/** Whether the tests run in their long form: `npm run e2e -- --long`. */
export const IS_LONG = process.env['LATCHKEY_E2E_LONG'] === '1';

/** The windows in which pages are checked: a phone, where space is short, and with `--long` a desktop, too. */
export const WINDOWS: readonly Window[] = IS_LONG ? [DESK, PHONE] : [PHONE];

/** The same, with a tablet between them. */
export const ALL_WINDOWS: readonly Window[] = IS_LONG ? [...WINDOWS, TABLET] : WINDOWS;

/**
 * Collects the page's complaints: uncaught errors, console errors, violations of the Content-Security-Policy. A refused
 * request to the API, a page that is missing, or a connection that the test cuts, is not a complaint: the browser logs
 * it, the page handles it.
 */
export function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const isRefusal =
      message.text().startsWith('Failed to load resource') &&
      (message.location().url.includes('/api/') ||
        (message.location().url === page.url() && message.text().includes('404')) ||
        message.text().includes('ERR_INTERNET_DISCONNECTED'));
    // The script of the tests themselves (`new-visitor.ts`), in the sandbox that shows a mail.
    const isOfTest =
      message.text().startsWith('Blocked script execution') &&
      ['/dev/mail/', '/test-mail?'].some((path) => message.text().includes(path));
    // What a page says to a window that cannot hear it is a warning only. axe asks all frames; it has no address.
    const isUnheard = message.text().includes("'postMessage'") && message.location().url !== '';
    const isComplaint = message.type() === 'error' || isUnheard;
    // The same script in the preview of a mail, which is a sandbox, too.
    const isOfPreview =
      message.text().startsWith('Blocked script execution') && message.text().includes('/api/mail-texts/');
    if (isComplaint && !isRefusal && !isOfTest && !isOfPreview) complaints.push(message.text());
  });
  return complaints;
}

/**
 * Texts of the buttons, and of the links that look like one, whose label is not centered. (While a button is busy, its
 * label is not shown.)
 */
const LOPSIDED_BUTTONS = `[...document.querySelectorAll('.mantine-Button-root:not([data-loading])')].filter((button) => {
  const outer = button.getBoundingClientRect();
  const inner = button.querySelector('.mantine-Button-label').getBoundingClientRect();
  return Math.abs(inner.top - outer.top - (outer.bottom - inner.bottom)) > 1;
}).map((button) => button.textContent)`;

/** Buttons of the dashboard that are busy, and whose sign of that is not in their middle. */
const LOPSIDED_LOADERS = `[...document.querySelectorAll('.mantine-Button-loader')].filter((loader) => {
  if (!location.pathname.startsWith('/dashboard')) return false;
  const inner = loader.getBoundingClientRect();
  const outer = loader.closest('button').getBoundingClientRect();
  return Math.max(
    Math.abs(inner.left + inner.right - outer.left - outer.right),
    Math.abs(inner.top + inner.bottom - outer.top - outer.bottom),
  ) > 4;
}).map((loader) => loader.closest('button').textContent)`;

/** Buttons that send the form of a dialog, and are not in sight. */
const HIDDEN_SUBMITS = `[...document.querySelectorAll('dialog[open] button[type="submit"]')].filter((button) => {
  const { top, bottom } = button.getBoundingClientRect();
  return top < 0 || bottom > button.closest('dialog').getBoundingClientRect().bottom;
}).map((button) => button.textContent)`;

/** What moves, although the browser asks for reduced motion. */
const MOTIONS = `document.getAnimations()
  .filter(({ animationName, playState }) => animationName !== undefined && playState === 'running')
  .map(({ animationName, effect }) => animationName + ' of ' + effect.target.className)`;

/** Loads what a person sees after scrolling there; a picture that fails stays as it is. */
const LOAD_PICTURES = `Promise.all(Array.from(document.images, (image) => {
  image.loading = 'eager';
  return image.decode().catch(() => {});
})).then(() => {})`;

/** The pages whose colors a file has checked. */
const coloredPages = new Set<string>();

/**
 * The themes to check a page in, each with the rules of axe. Colors take a fifth of the time of all browser tests: without
 * `--long`, those of one state of each page have to do.
 */
function checksOf(page: Page): readonly (readonly ['light' | 'dark', AxeOptions])[] {
  const path = new URL(page.url()).pathname.replaceAll(/[\w-]*\d[\w-]*/g, '*');
  const key = `${process.env['LATCHKEY_TEST_FILE']} ${path}`;
  if (!IS_LONG && !TAKES_SCREENSHOTS && coloredPages.has(key)) return [['light', WITHOUT_COLORS]];
  coloredPages.add(key);
  // The themes differ only in colors.
  return [
    ['light', {}],
    ['dark', COLORS_ONLY],
  ];
}

/**
 * Asserts that the page in its current state has no accessibility violation (those of colors: at least in one state of
 * each page, in both themes), does not scroll sideways or move, has centered labels in its buttons, and the button of a dialog in
 * sight; on request, saves a screenshot of each theme in `e2e/screenshots`.
 */
export async function expectSound(page: Page, name: string): Promise<void> {
  for (const [colorScheme, options] of checksOf(page)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page
      .locator(`html:is([data-mantine-color-scheme="${colorScheme}"], :not([data-mantine-color-scheme]))`)
      .waitFor();
    if (TAKES_SCREENSHOTS) {
      await page.evaluate(LOAD_PICTURES);
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
    }
    assert.deepEqual(await accessibilityViolations(page, options), [], `${name}, ${colorScheme}`);
  }
  assert.deepEqual(await page.evaluate<string[]>(MOTIONS), [], `${name} moves`);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0, `${name} scrolls sideways`);
  assert.deepEqual(await page.evaluate<string[]>(HIDDEN_SUBMITS), [], `${name}: buttons out of sight`);
  await eventually(() => page.evaluate<string[]>(LOPSIDED_LOADERS), [], `${name}: loaders off the middle`);
  // The label of a button that was busy just now still slides into its place.
  await eventually(() => page.evaluate<string[]>(LOPSIDED_BUTTONS), [], `${name}: labels off the middle`);
}
