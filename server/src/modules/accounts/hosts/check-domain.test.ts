import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDomain } from './check-domain.ts';

const account = { id: 'acme', isDefault: false };
const config = { publicUrl: 'https://licenses.example:8443', platformDomain: 'hosted.example' };

/** A DNS with these hosts; one without addresses does not answer. */
const dns = (hosts: Readonly<Record<string, readonly string[]>>) => (host: string) => {
  const addresses = hosts[host];
  if (addresses === undefined) return Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' }));
  if (addresses.length === 0) return Promise.reject(Object.assign(new Error(host), { code: 'EAI_AGAIN' }));
  return Promise.resolve(addresses);
};

const check = (hosts: Readonly<Record<string, readonly string[]>>, own = account) =>
  checkDomain({ config, account: own }, 'shop.acme.example', dns(hosts));

const HERE = { 'acme.hosted.example': ['192.0.2.1', '2001:db8::1'] };

test('a domain is fine with one address of the host that the account has without it', async () => {
  assert.deepEqual(await check({ ...HERE, 'shop.acme.example': ['2001:db8::1'] }), {
    domain: 'shop.acme.example',
    state: 'Fine',
    addresses: ['2001:db8::1'],
    target: 'acme.hosted.example',
    targetAddresses: ['192.0.2.1', '2001:db8::1'],
  });
  const main = await check(
    { 'licenses.example': ['192.0.2.7'], 'shop.acme.example': ['192.0.2.7'] },
    { ...account, isDefault: true },
  );
  assert.deepEqual([main.state, main.target], ['Fine', 'licenses.example']);
});

test('other addresses, none, and a DNS that does not answer are told apart', async () => {
  const stateOf = async (hosts: Readonly<Record<string, readonly string[]>>) => (await check(hosts)).state;
  assert.equal(await stateOf({ ...HERE, 'shop.acme.example': ['198.51.100.1'] }), 'Elsewhere');
  assert.equal(await stateOf(HERE), 'Missing');
  assert.equal(await stateOf({ ...HERE, 'shop.acme.example': [] }), 'Unknown');
  assert.equal(await stateOf({ 'shop.acme.example': ['192.0.2.1'] }), 'Unknown');
});
