import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookOf, uploadedLogo } from './look.ts';

const BRAND = {
  name: ' Acme ',
  logoUrl: ' HTTPS:acme.example/logo.png',
  accentColor: '#AA2200',
  colorScheme: 'dark',
  iconUrl: '',
};
const FOOTER = { footerText: ' Made in Berlin ', links: 'Blog https://acme.example/blog' };

test('a preview has what the forms say before it is saved', () => {
  assert.deepEqual(lookOf(BRAND, FOOTER), {
    name: 'Acme',
    logoUrl: 'https://acme.example/logo.png',
    accentColor: '#AA2200',
    colorScheme: 'dark',
    footerText: 'Made in Berlin',
    links: [{ label: 'Blog', url: 'https://acme.example/blog' }],
  });
});

test('half an address, half a color and a link without its name are not in it', () => {
  const half = { ...BRAND, logoUrl: 'acme.exa', accentColor: '#AA2' };
  const links = 'https://acme.example/blog\nBlog acme\nScript javascript:alert(1)';
  assert.deepEqual(lookOf(half, { footerText: ' ', links }), {
    name: 'Acme',
    colorScheme: 'dark',
    links: [],
  });
});

test('a logo that was uploaded comes before an address, saved or not', () => {
  const url = 'https://acme.example';
  const logo = uploadedLogo({ url, logoFile: 'a.png' });
  assert.equal(lookOf(BRAND, FOOTER, logo).logoUrl, `${url}/api/public/logos/a.png`);
  assert.equal(uploadedLogo({ url }), undefined);
});
