import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';

/** The message when no browser is found. */
export const NO_CHROMIUM =
  'No Chromium on this machine: install it (Debian: apt-get install chromium-headless-shell, or chromium) or name one with CHROMIUM_PATH.';

/** The same engine without anything around the page: all browser tests take three quarters of the time with it. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Features that Chromium starts without. Of several lists it follows only the last, so that ours repeats Playwright's.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // Pages behind the address bar of every window, which nobody sees: each costs more to start than a page of ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** One process for the pages of a test, none for graphics and none that starts others: a sixth of the time. */
const SHARED_PROCESSES = ['--renderer-process-limit=1', '--in-process-gpu', '--no-zygote'];

/**
 * The path of the system's Chromium: only `CHROMIUM_PATH` if that is set. Without a window to show, the program that has
 * none comes first.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const setting = environment['CHROMIUM_PATH'];
  if (setting !== undefined && setting !== '') return [setting].find((place) => existsSync(place));
  const places = isHeaded(environment) ? PLACES : [WITHOUT_WINDOW, ...PLACES];
  return places.find((place) => existsSync(place));
}

function isHeaded(environment: NodeJS.ProcessEnv): boolean {
  return environment['LATCHKEY_E2E_HEADED'] === '1';
}

let shared: Browser | undefined;

/** Runs the test files of a process: all use one browser, which starts before them and ends after them. */
export async function withBrowser(run: () => Promise<void>): Promise<void> {
  const browser = await launchBrowser();
  shared = browser;
  try {
    await run();
  } finally {
    shared = undefined;
    await browser.close();
  }
}

/** The browser for the tests of a file, which give it back with `closeBrowser`. */
export async function openBrowser(): Promise<Browser> {
  return shared ?? launchBrowser();
}

/** Ends a browser, unless other files use it, too. */
export async function closeBrowser(browser: Browser): Promise<void> {
  if (browser !== shared) await browser.close();
}

/**
 * Starts the system's Chromium without a window (with one when `LATCHKEY_E2E_HEADED` is `1`). It connects only to the
 * pages of the test. The caller closes it.
 *
 * @throws Error saying what to install when there is none.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const headed = isHeaded(process.env);
  return chromium.launch({
    executablePath,
    headless: !headed,
    args: [
      ...(headed ? [] : ['--headless']),
      '--no-sandbox',
      '--disable-gpu',
      ...SHARED_PROCESSES,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
}
