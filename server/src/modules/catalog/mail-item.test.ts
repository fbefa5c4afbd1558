import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { givePictures } from '../../../test/pictures.ts';
import { findLineImage, mailItem } from './index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('a bundle without a picture has the first of its products, and an item without any its initial', async () => {
  const merchant = await merchantOf(app);
  for (const id of ['plain', 'app']) await merchant.call('POST', '/api/products', { id, name: id });
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['plain', 'app'] });
  assert.equal(await findLineImage(app.ctx, { type: 'Bundle', id: 'pack' }), undefined);
  await givePictures(app.ctx, 'app');
  const image = await findLineImage(app.ctx, { type: 'Bundle', id: 'pack' });
  assert.equal(image?.productId, 'app');
  assert.equal(await findLineImage(app.ctx, { type: 'Product', id: 'plain' }), undefined);
  const pack = { label: 'Demo Pack, Monthly', name: 'Demo pack' };
  assert.deepEqual(mailItem(app.ctx, { ...pack, image: undefined }), {
    label: 'Demo Pack, Monthly',
    initial: 'P',
  });
  assert.match(mailItem(app.ctx, { ...pack, image }).pictureUrl ?? '', /\/images\/[^/]+\.jpg$/);
});
