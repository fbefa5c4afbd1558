import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackAddress, isLoopbackHost, plainHostName } from './loopback.ts';

test('knows the addresses of this machine from all others', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    assert.equal(isLoopbackAddress(address), true, address);
  for (const address of [undefined, '', '10.0.0.1', '::ffff:10.0.0.1', '::2', '127.0.0.1.evil.example'])
    assert.equal(isLoopbackAddress(address), false, String(address));
});

test('knows its names from those that only look like them', () => {
  for (const host of ['localhost', 'LOCALHOST:4242', '127.0.0.1:80', '127.1.2.3', '[::1]:4242'])
    assert.equal(isLoopbackHost(host), true, host);
  for (const host of [
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil@localhost',
    'localhost#.evil.example',
    'localhost/.evil.example',
    String.raw`localhost\.evil.example`,
    '[::1].evil.example',
    'localhost:4242:1',
  ])
    assert.equal(isLoopbackHost(host), false, host);
});

test('gives the name alone', () => {
  assert.equal(plainHostName('Shop.Example.com:8443'), 'shop.example.com');
  assert.equal(plainHostName('a b'), undefined);
});
