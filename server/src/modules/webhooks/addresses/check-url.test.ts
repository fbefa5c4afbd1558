import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AddressRules, mayConnect } from './address-rules.ts';
import { urlIssues } from './check-url.ts';

const PUBLIC: AddressRules = { allowedNetworks: [], allowsLoopback: false };
const INSIDE = 'must not lead into a private or reserved network';

const REFUSED_HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  '0',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[::ffff:0:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  'localhost',
  'localhost.',
  'receiver.localhost',
  'metadata.google.internal',
  'printer.local',
  'ⓛocalhost',
  '１２７.0.0.1',
];

test('no way of writing an address leads inside', () => {
  for (const host of REFUSED_HOSTS) {
    assert.deepEqual(urlIssues(`https://${host}/hook`, PUBLIC), [INSIDE], host);
    assert.deepEqual(urlIssues(`https://${host}:8443/hook`, PUBLIC), [INSIDE], host);
  }
});

test('public addresses and names are permitted, also through NAT64', () => {
  for (const host of [
    'example.com',
    'hooks.example.com.',
    '8.8.8.8',
    '[2606:4700::1111]',
    '[64:ff9b::808:808]',
    'bücher.example',
  ])
    assert.deepEqual(urlIssues(`https://${host}/hook?x=1`, PUBLIC), [], host);
});

test('every other mistake of a URL is named, all at once', () => {
  const issues: Record<string, string[]> = {
    'example.com/hook': ['must be an absolute URL, such as https://example.com/hooks'],
    'https://': ['must be an absolute URL, such as https://example.com/hooks'],
    'http://example.com/': ['must begin with https://'],
    'ftp://example.com/': ['must begin with https://', 'must use port 443, or one from 1024'].slice(0, 1),
    'https://user@example.com/': ['must not contain a user name or a password'],
    'https://example.com/#part': ['must not contain a fragment (#)'],
    'https://example.com:22/': ['must use port 443, or one from 1024'],
    'https://example.com:25/': ['must use port 443, or one from 1024'],
    [`https://example.com/${'x'.repeat(2_000)}`]: ['must have at most 2000 characters'],
  };
  for (const [url, expected] of Object.entries(issues))
    assert.deepEqual(urlIssues(url, PUBLIC), expected, url.slice(0, 60));
});

test('development permits this machine, without TLS, and nothing else inside', () => {
  const rules: AddressRules = { allowedNetworks: [], allowsLoopback: true };
  for (const url of [
    'http://127.0.0.1:3000/',
    'http://localhost:3000/',
    'http://[::1]:3000/',
    'https://127.0.0.1/',
  ])
    assert.deepEqual(urlIssues(url, rules), [], url);
  assert.deepEqual(urlIssues('https://10.0.0.1/', rules), [INSIDE]);
  assert.deepEqual(urlIssues('http://10.0.0.1/', rules), ['must begin with https://', INSIDE]);
  assert.deepEqual(urlIssues('http://example.com/', rules), ['must begin with https://']);
});

test('an operator permits internal receivers by their networks', () => {
  const rules: AddressRules = { allowedNetworks: ['10.1.0.0/16', 'fd12::/16'], allowsLoopback: false };
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::9'])
    assert.ok(mayConnect(address, rules), address);
  for (const address of ['10.2.0.1', 'fd13::9', '127.0.0.1', 'not an address', ''])
    assert.equal(mayConnect(address, rules), false, address);
  assert.deepEqual(urlIssues('http://10.1.2.3:8080/', rules), []);
});
