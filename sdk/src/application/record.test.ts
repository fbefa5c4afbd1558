import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { device, pem, START, tokenAt } from '../../test/device-world.ts';
import { keyFromPem } from './public-keys.ts';
import { memoryStorage } from './storage.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
const jwk = publicKey.export({ format: 'jwk' });

/** The state of an application whose storage somebody else has written. */
async function stateWith(record: object, trustsServerKeys = false) {
  const own = device(memoryStorage(JSON.stringify({ version: 1, ...record })));
  const app = await own.open({ trustsServerKeys });
  const { status, activationUrl } = app.state();
  await app.close();
  return { status, activationUrl, requests: own.world.requests };
}

describe('a record that somebody else has written', () => {
  it('names no key: a token in it is verified with the keys of the application', async () => {
    const { kid: ownKid } = await keyFromPem(pem);
    for (const kid of ['forged', ownKid]) {
      const forgery = { token: tokenAt(START, {}, { key, kid }), jwks: { keys: [{ ...jwk, kid }] } };
      assert.equal((await stateWith(forgery)).status, 'Unusable', kid);
    }
  });

  it('replaces no key of the application, even if that trusts the keys of its server', async () => {
    const { kid } = await keyFromPem(pem);
    const jwks = { keys: [{ ...jwk, kid }] };
    const forgery = { token: tokenAt(START, {}, { key, kid }), jwks };
    assert.equal((await stateWith(forgery, true)).status, 'Unusable');
    assert.equal((await stateWith({ token: tokenAt(START), jwks }, true)).status, 'Active');
  });

  it('opens and requests nothing but pages', async () => {
    const page = 'https://demo.example.com/activation';
    for (const other of ['file:///etc/passwd', 'vendor-app://run', 'no address']) {
      for (const activation of [
        { pollUrl: page, browserUrl: other },
        { pollUrl: other, browserUrl: page },
      ]) {
        const { activationUrl, requests } = await stateWith({ activation });
        assert.deepEqual([activationUrl, requests], [undefined, []]);
      }
    }
    assert.equal((await stateWith({ activation: { pollUrl: page, browserUrl: page } })).activationUrl, page);
  });
});
