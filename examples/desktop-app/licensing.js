import { homedir, hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { deviceSignature, installationFacts, openApplication, systemTime } from '@latchkey/sdk/application';
import { fileStorage, machineFacts } from '@latchkey/sdk/application/node';

const FOLDER = process.env['NOTES_FOLDER'] ?? path.join(homedir(), '.config', 'latchkey-notes');
/** The version of this program; the variable shows how a version behaves that the license does not cover. */
export const VERSION = process.env['NOTES_VERSION'] ?? '1.0.0';
/** The number of days by which the computer's clock is wrong, for trying out the program's reaction. */
const CLOCK_ERROR_MS = Number(process.env['NOTES_DAYS'] ?? 0) * 86_400_000;
const PLATFORMS = new Map([
  ['win32', 'Windows'],
  ['darwin', 'Mac'],
]);

/**
 * Opens the license of this device. A real program has these values compiled in; this one reads them from its
 * environment, so that you can try it with your own server.
 */
export async function openLicense() {
  const accountId = setting('LATCHKEY_ACCOUNT');
  const facts =
    (await machineFacts()) ?? (await installationFacts(fileStorage(path.join(FOLDER, 'installation'))));
  const actor = process.env['NOTES_DEVICE'];
  const device = actor === undefined ? facts : { machine: actor };
  return openApplication({
    baseUrl: setting('LATCHKEY_URL'),
    accountId,
    productId: setting('LATCHKEY_PRODUCT'),
    device: { name: actor ?? hostname(), signature: await deviceSignature(accountId, device) },
    keys: { pem: setting('LATCHKEY_PUBLIC_KEY') },
    storage: fileStorage(path.join(FOLDER, 'license')),
    time: { ...systemTime, now: () => systemTime.now() + CLOCK_ERROR_MS },
    appVersion: VERSION,
    platform: PLATFORMS.get(process.platform) ?? 'Linux',
  });
}

function setting(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}: see README.md.`);
  return value;
}
