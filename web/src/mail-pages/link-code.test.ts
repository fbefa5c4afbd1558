import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLinkCode, takeLinkCode } from './link-code.ts';

test('email and code stand behind the # of a link, encoded', () => {
  assert.deepEqual(readLinkCode('#email=ada%2Bx%40example.com&code=a-b_c'), {
    email: 'ada+x@example.com',
    code: 'a-b_c',
  });
  assert.deepEqual(readLinkCode('#email=a%40b.example&code=x&first=true'), {
    email: 'a@b.example',
    code: 'x',
    isFirst: true,
  });
  assert.deepEqual(readLinkCode('#email=a%40b.example&code=x&first=1'), { email: 'a@b.example', code: 'x' });
  for (const hash of [
    '',
    '#',
    '#email=a%40b.example',
    '#code=x',
    '#email=&code=x',
    '#email=a%40b.example&code=',
  ])
    assert.equal(readLinkCode(hash), undefined, hash);
});

test('a code that was read is gone from the address, and nothing is added to the history', () => {
  const addresses: string[] = [];
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, address?: string | URL | null) =>
      void addresses.push(String(address)),
  };
  const location = { pathname: '/account/confirm', search: '', hash: '#email=a%40b.example&code=x' };
  assert.deepEqual(takeLinkCode({ location, history }), { email: 'a@b.example', code: 'x' });
  assert.deepEqual(addresses, ['/account/confirm']);
  takeLinkCode({ location: { ...location, hash: '#part' }, history });
  assert.equal(addresses.length, 1, 'another # is left alone');
});

test('a page that leads back says where, if that is a web page', () => {
  const take = (search: string) => {
    const location = { pathname: '/account/payment-method', search, hash: '#email=a%40b.example&code=x' };
    // As in a browser, the address is another one from then on.
    const replaceState = () => Object.assign(location, { search: '', hash: '' });
    return takeLinkCode({ location, history: { state: null, replaceState } });
  };
  assert.deepEqual(take('?return=https%3A%2F%2Fshop.example%2Fme'), {
    email: 'a@b.example',
    code: 'x',
    returnUrl: 'https://shop.example/me',
  });
  for (const search of ['', '?return=', '?return=me', '?return=javascript%3Aalert(1)'])
    assert.deepEqual(take(search), { email: 'a@b.example', code: 'x' }, search);
});
