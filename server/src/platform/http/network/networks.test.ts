import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdMostAddresses } from './networks.ts';

const everything: string[][] = [
  ['0.0.0.0/0'],
  ['::/0'],
  ['10.0.0.0/8', '0.0.0.0/0'],
  ['0.0.0.0/1', '128.0.0.0/1'],
  ['128.0.0.0/1', '0.0.0.0/2', '64.0.0.0/2'],
  ['192.0.2.1/0'],
  ['::/1', '8000::/1'],
  ['2000::/3'],
  ['2000::/4', '3000::/4'],
  ['::ffff:0:0/96'],
  ['::ffff:0.0.0.0/96'],
  ['0.0.0.0/1'],
];
for (const networks of everything)
  test(`${networks.join(', ')} hold most addresses`, () => {
    assert.equal(holdMostAddresses(networks), true);
  });

const some: string[][] = [
  [],
  ['127.0.0.1', '::1'],
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
  ['10.0.0.0/8', '10.0.0.0/8', '10.0.0.0/8'],
  ['64.0.0.0/2', '64.0.0.0/3'],
  ['2001:db8::/32', '2606:4700::/32'],
  ['fe80::1%eth0'],
  ['proxy.example', '10.0.0.0/33', '::/129', '10.0.0.0/x'],
];
for (const networks of some)
  test(`${networks.join(', ')} do not hold most addresses`, () => {
    assert.equal(holdMostAddresses(networks), false);
  });
