import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeLinkUrl, safeReturnUrl } from './safe-url.ts';

describe('safeReturnUrl', () => {
  for (const url of [
    'https://shop.example.com/thanks?order=1#done',
    'http://localhost:3000/thanks',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
  ]) {
    it(`follows ${url}`, () => {
      assert.equal(safeReturnUrl(url), url);
    });
  }

  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.example.com/1',
    'file:///etc/passwd',
    'http://shop.example.com/thanks',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'https://shop.example.com@evil.example/',
    'https://user:secret@shop.example.com/',
    '//shop.example.com/thanks',
    '/thanks',
    '',
  ]) {
    it(`refuses ${JSON.stringify(url)}`, () => {
      assert.equal(safeReturnUrl(url), undefined);
    });
  }

  it('answers nothing when the order has no return address', () => {
    assert.equal(safeReturnUrl(undefined), undefined);
  });
});

describe('safeLinkUrl', () => {
  it('follows links to pages, encrypted or not, and nothing that runs or reads anything', () => {
    for (const url of ['https://vendor.example/terms', 'http://vendor.example/imprint'])
      assert.equal(safeLinkUrl(url), url);
    for (const url of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///x',
      '/terms',
      '',
      null,
    ])
      assert.equal(safeLinkUrl(url), undefined, String(url));
  });
});
