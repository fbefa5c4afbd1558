import { homedir, hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { deviceSignature, installationFacts, openApplication } from '@latchkey/sdk/application';
import { fileStorage, machineFacts } from '@latchkey/sdk/application/node';

const FOLDER = process.env['NOTES_FOLDER'] ?? path.join(homedir(), '.config', 'latchkey-notes');
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
  const isOwnDevice = process.env['NOTES_DEVICE'] === undefined;
  const device = isOwnDevice ? facts : { machine: process.env['NOTES_DEVICE'] };
  return openApplication({
    baseUrl: setting('LATCHKEY_URL'),
    accountId,
    productId: setting('LATCHKEY_PRODUCT'),
    device: { name: hostname(), signature: await deviceSignature(accountId, device) },
    keys: { pem: setting('LATCHKEY_PUBLIC_KEY') },
    storage: fileStorage(path.join(FOLDER, 'license')),
    appVersion: '1.0.0',
    platform: PLATFORMS.get(process.platform) ?? 'Linux',
  });
}

function setting(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}: see README.md.`);
  return value;
}
