import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextPathOf as nextPath } from './next-path.ts';

const nextPathOf = (next: string | undefined) => nextPath(next, { isInFrame: false });
const nextPathInFrame = (next: string) => nextPath(next, { isInFrame: true });

describe('the page after signing in', () => {
  it('is a path of this site, with query and fragment', () => {
    for (const path of [
      '/cart',
      '/account/orders/1?x=1&y=%2F%2Fhost#part',
      '/redeem?code=AB-CD',
      '/',
      '/activate/1',
    ]) {
      assert.equal(nextPathOf(path), path);
    }
  });

  it('is never on another site, however the link writes it', () => {
    const elsewhere = [
      'https://evil.example/',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/..//evil.example',
      '/.//evil.example',
      '/%2e%2e//evil.example',
      'javascript:alert(1)',
      'evil.example',
      '@evil.example',
      ' //evil.example',
      '',
      undefined,
    ];
    for (const next of elsewhere) assert.equal(nextPathOf(next), '/account', String(next));
  });

  it('is not a page to sign in, which would lead there again', () => {
    assert.deepEqual(
      [nextPathOf('/sign-in?next=/sign-in'), nextPathOf('/sign-up'), nextPathOf('/x/../sign-in')],
      ['/account', '/account', '/account'],
    );
  });

  it('is, in a frame, one that a frame may show', () => {
    for (const path of ['/cart', '/shop', '/shop/products/1', '/account/orders', '/redeem?code=AB-CD'])
      assert.equal(nextPathInFrame(path), path);
    const refused = [
      '/activate',
      '/activate/1',
      '/Activate/1',
      '/newsletter/unsubscribe',
      '/shop/../activate/1',
      '/',
    ];
    for (const path of [...refused, '/accounts', '/%61ctivate/1'])
      assert.equal(nextPathInFrame(path), '/account', path);
  });
});
