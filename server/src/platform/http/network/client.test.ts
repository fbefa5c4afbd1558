import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup, addressSite } from './client.ts';

test('all addresses of an IPv6 network count as one, however they are written', () => {
  const spellings = [
    '2001:db8:0:1::1',
    '2001:DB8::1:ffff:1:2:3',
    '2001:0db8:0000:0001:1:2:3:4',
    '2001:db8:0:1::',
  ];
  assert.deepEqual(new Set(spellings.map(addressGroup)), new Set(['2001:db8:0:1::/64']));
  assert.equal(addressGroup('::1'), '0:0:0:0::/64');
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.notEqual(addressGroup('2001:db8:0:2::1'), addressGroup('2001:db8:0:1::1'));
});

test('an IPv4 address counts for itself, also where it is written as IPv6', () => {
  assert.equal(addressGroup('192.0.2.7'), '192.0.2.7');
  assert.equal(addressGroup('::ffff:192.0.2.7'), '192.0.2.7');
});

test('the networks of one /48 have it in common; IPv4 has none', () => {
  assert.equal(addressSite('2001:db8:7:1::1'), '2001:db8:7::/48');
  assert.equal(addressSite('2001:DB8:7:ffff::1'), '2001:db8:7::/48');
  assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7', 'fe80:x'].map(addressSite), [
    undefined,
    undefined,
    undefined,
  ]);
});
