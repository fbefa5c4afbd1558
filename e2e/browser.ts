import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';

/** The message when no browser is found. */
export const NO_CHROMIUM =
  'No Chromium on this machine: install it (Debian: apt-get install chromium) or name one with CHROMIUM_PATH.';

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

/** The path of the system's Chromium: only `CHROMIUM_PATH` if that is set. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const setting = environment['CHROMIUM_PATH'];
  const places = setting === undefined || setting === '' ? PLACES : [setting];
  return places.find((place) => existsSync(place));
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
  const headed = process.env['LATCHKEY_E2E_HEADED'] === '1';
  return chromium.launch({
    executablePath,
    headless: !headed,
    args: [
      ...(headed ? [] : ['--headless']),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
}
