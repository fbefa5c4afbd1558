import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateLicensedProduct } from '../../src/modules/licensing/index.ts';
import {
  createLicenseKey,
  importLicenseKey,
  publicLicenseKeys,
} from '../../src/modules/signing-keys/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { activationsOf } from '../activations.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { shopOf } from '../inventory.ts';
import { applicationClient, type WireClient } from './deployed-client.ts';

// Deployed applications hold one public key, read no `kid` and fetch no key set: they delete a license whose token they
// cannot verify (policies section 4).

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let call: WireClient;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  call = applicationClient(app);
});
after(() => app.close());

/** An application that was built with one key of the account. */
async function applicationBuiltWith(kid: string | undefined) {
  const keys = await publicLicenseKeys(app.ctx);
  const { spkiPem } = keys.find((key) => key.kid === kid) ?? keys[0] ?? assert.fail('the account has no key');
  return (token: string): string => {
    const [header, payload, signature = ''] = token.split('.');
    const signed = Buffer.from(`${header}.${payload}`);
    const isOwn = verify('sha256', signed, spkiPem, Buffer.from(signature, 'base64url'));
    assert.ok(isOwn, 'the application takes the token for forged, and deletes its license');
    return token;
  };
}

/** Every way in which the vendor may get another key while applications are in use. */
async function changeKeys(productId: string): Promise<string> {
  const { kid } = await createLicenseKey(app.ctx, 'RS256');
  await updateLicensedProduct(app.ctx, productId, { signingKey: { kid, fromVersion: '2.0' } });
  const privateKeyPem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  await transaction(app.ctx, (tx) => importLicenseKey(tx, { privateKeyPem, isDefault: true }));
  return kid;
}

test('whatever becomes of the keys, an application verifies every token that renews its own', async () => {
  const { ask, approve, poll } = activationsOf(app);
  const productId = await shop.product({ maxActivations: 9, allowsOffline: true, allowsTrials: true });
  const owner = await shop.shopper();
  await shop.give(owner, productId);
  const verified = await applicationBuiltWith(undefined);

  const license = verified(await shop.activate(owner, productId, 'a'));
  const request = await ask(productId, { signature: 'b' });
  await approve(request, 'license', owner);
  const file = await shop.activateByFile(owner, productId, 'c');
  const link = new URL(String(file.headers['location']));
  const anonymous = { deviceName: 'd', deviceSignature: 'd' };
  const trial = (await call('POST', `/client/trials/${productId}/request`, { json: anonymous })).body;
  verified(trial);
  await changeKeys(productId);

  const validate = (text: string) =>
    call('POST', `/client/licenses/${productId}/validate`, { text, query: { appVersion: '2.1.0' } });
  const renewed = verified((await validate(license)).body);
  verified((await validate(renewed)).body);
  verified((await validate(trial)).body);
  const polled = verified((await poll(request)).body);
  verified((await poll(request)).body);
  verified((await validate(polled)).body);
  verified((await app.inject({ url: link.pathname + link.search })).body);
  verified(await shop.activate(owner, productId, 'a'));
});

test('a new device gets a token of the key that the version of its application has', async () => {
  const productId = await shop.product({ maxActivations: 9 });
  const owner = await shop.shopper();
  await shop.give(owner, productId);
  const kid = await changeKeys(productId);
  const old = await applicationBuiltWith(undefined);
  const current = await applicationBuiltWith(kid);
  old(await shop.activate(owner, productId, 'one', '?appVersion=1.9.4'));
  old(await shop.activate(owner, productId, 'two'));
  current(await shop.activate(owner, productId, 'three', '?appVersion=2.0.0'));
  old(await shop.activate(owner, productId, 'three', '?appVersion=1.9.4'));
  current(await shop.activate(owner, productId, 'one', '?appVersion=3.0.0'));
});
