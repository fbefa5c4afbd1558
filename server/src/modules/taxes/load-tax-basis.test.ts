import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../accounts/index.ts';
import { loadTaxBasis, peekTaxBasis } from './index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('the basis that is in memory is the same, and is none for an account that collects no tax itself', async () => {
  const withMode = async (mode: 'own' | 'none' | 'provider') => ({
    ...app.ctx,
    account: await updateSettings(app.ctx, { seller: { country: 'DE' }, tax: { mode, collectsIn: ['EU'] } }),
  });
  const own = await withMode('own');
  assert.equal(peekTaxBasis(own), undefined, 'nothing is in memory yet');
  const basis = await loadTaxBasis(own);
  assert.equal(basis?.sellerCountry, 'DE');
  assert.deepEqual(peekTaxBasis(own), basis);
  for (const mode of ['none', 'provider'] as const) {
    const ctx = await withMode(mode);
    assert.deepEqual([peekTaxBasis(ctx), await loadTaxBasis(ctx)], [undefined, undefined], mode);
  }
});

test('a seller in Monaco sells from France', async () => {
  const account = await updateSettings(app.ctx, {
    seller: { country: 'mc' },
    tax: { mode: 'own', collectsIn: ['EU'] },
  });
  assert.equal((await loadTaxBasis({ ...app.ctx, account }))?.sellerCountry, 'FR');
});
