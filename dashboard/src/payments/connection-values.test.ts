import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionInput, connectionValues, modeOfKey } from './connection-values.ts';

const none = connectionValues({ provider: 'stripe', isConnected: false, checks: [] });

test('a key says by its beginning whether money moves', () => {
  assert.equal(modeOfKey(' rk_test_12345678 '), 'Test');
  assert.equal(modeOfKey('sk_live_12345678'), 'Live');
  assert.equal(modeOfKey('pk_live_12345678'), 'Public');
  for (const wrong of ['', 'sk_test_', 'whsec_12345678', 'sk_prod_12345678'])
    assert.equal(modeOfKey(wrong), undefined, wrong);
});

test('only what was chosen is sent: no secret of an endpoint that the provider registers itself', () => {
  const values = { ...none, key: ' sk_test_12345678 ', webhookSecret: 'whsec_1' };
  const plain = {
    provider: 'stripe',
    key: 'sk_test_12345678',
    formInPage: false,
    managedPayments: false,
    automaticTax: 'off',
    publishableKey: null,
    webhook: true,
  };
  assert.deepEqual(connectionInput(values), plain);
  assert.deepEqual(connectionInput({ ...values, webhook: 'own' }), { ...plain, webhookSecret: 'whsec_1' });
  assert.deepEqual(connectionInput({ ...values, webhook: 'none', publishableKey: 'pk_test_1' }), {
    ...plain,
    webhook: false,
    publishableKey: 'pk_test_1',
  });
});

test('a connection keeps its switches when it is changed', () => {
  const values = connectionValues({
    provider: 'stripe',
    isConnected: true,
    mode: 'Test',
    publishableKey: 'pk_test_1',
    formInPage: true,
    automaticTax: 'inclusive',
    checks: [],
  });
  const { key, ...rest } = connectionInput(values);
  assert.equal(key, '');
  assert.deepEqual(rest, {
    provider: 'stripe',
    publishableKey: 'pk_test_1',
    formInPage: true,
    managedPayments: false,
    automaticTax: 'inclusive',
  });
});
