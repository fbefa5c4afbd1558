import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadElectronUpdater } from '../../../test/electron-updater.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { publish } from '../../../test/updates.ts';

let app: TestApp;
let merchant: Merchant;
let folder: string;
let electron: Awaited<ReturnType<typeof loadElectronUpdater>>;
before(async () => {
  app = await startTestApp({ LATCHKEY_PUBLIC_URL: 'http://127.0.0.1' });
  merchant = await merchantOf(app);
  folder = await mkdtemp(join(tmpdir(), 'latchkey-updater-'));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  electron = await loadElectronUpdater(address.port);
});
after(async () => {
  electron.restore();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** An installed application for Windows with the updater that its users have. */
async function installed(version: string, url: string) {
  const config = join(folder, 'app-update.yml');
  await writeFile(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: app\n`);
  const updater = new electron.NsisUpdater(undefined, {
    version,
    name: 'app',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  updater.logger = null;
  updater.autoDownload = false;
  updater.disableDifferentialDownload = true;
  Object.assign(updater, {
    httpExecutor: new electron.NodeExecutor(),
    _testOnlyOptions: { platform: 'win32' },
  });
  // Without a listener, an error of its own would end the process.
  updater.on('error', () => undefined);
  return updater;
}

test('electron-updater finds, downloads and checks a restricted update with the token of a license', async () => {
  const shop = shopOf(app);
  const owner = await shop.shopper();
  const productId = await shop.product({ downloadAccess: 'Owner' });
  await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'a');
  const url = `http://127.0.0.1/api/public/updates/${productId}`;
  const updater = await installed('1.0.0', url);
  await publish(app, merchant, { productId, version: '1.0.0' }, [
    { name: 'App Setup 1.0.0.exe', platform: 'Windows', arch: 'X64' },
  ]);
  await assert.rejects(updater.checkForUpdates(), /403/);
  updater.requestHeaders = { Authorization: `LicenseToken ${token}` };
  assert.equal((await updater.checkForUpdates())?.isUpdateAvailable, false);
  await publish(app, merchant, { productId, version: '1.1.0', description: 'New' }, [
    { name: 'App Setup 1.1.0.exe', platform: 'Windows', arch: 'X64' },
    { name: 'App Setup 1.1.0.exe.blockmap', platform: 'Windows' },
  ]);
  const update = await updater.checkForUpdates();
  assert.deepEqual(
    [update?.isUpdateAvailable, update?.updateInfo.version, update?.updateInfo.releaseNotes],
    [true, '1.1.0', 'New'],
  );
  const [file = ''] = await updater.downloadUpdate();
  assert.equal(await readFile(file, 'utf8'), 'App Setup 1.1.0.exe of 1.1.0');
});

test('electron-updater on Macs reads the channel that it is set to', async () => {
  const productId = await shopOf(app).product({ downloadAccess: 'Everyone' });
  const files = [{ name: 'App-arm64-mac.zip', platform: 'Mac', arch: 'Arm64' }];
  await publish(app, merchant, { productId, version: '2.0.0' }, files);
  await publish(app, merchant, { productId, version: '2.1.0', channel: 'beta' }, files);
  const url = `http://127.0.0.1/api/public/updates/${productId}`;
  const updater = await installed('1.0.0', url);
  const runtime = {
    isUseMultipleRangeRequest: false,
    platform: 'darwin',
    executor: new electron.NodeExecutor(),
  } as const;
  const latest = async (channel: string | null) => {
    updater.channel = channel;
    const provider = new electron.GenericProvider({ provider: 'generic', url }, updater, runtime);
    const update = await provider.getLatestVersion();
    return [update.version, provider.resolveFiles(update)[0]?.url.pathname];
  };
  const path = (version: string) => `/api/public/updates/${productId}/files/${version}/Mac/App-arm64-mac.zip`;
  assert.deepEqual(await latest(null), ['2.0.0', path('2.0.0')]);
  assert.deepEqual(await latest('beta'), ['2.1.0', path('2.1.0')]);
});
