import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, stockShop } from '../../../test/shop.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp({ LATCHKEY_PUBLIC_URL: 'https://latchkey.test' });
  await stockShop(app, app.demo);
});

after(() => app.close());

test('the checkout leads back to the hosted shop, and to no other site that its address names', async () => {
  const { show } = await checkOut(app);
  const wayBack = async (to: string) => {
    const answer = await app.inject({ url: `${show}?return=${encodeURIComponent(to)}` });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ returnUrl?: string }>().returnUrl;
  };
  const shop = 'https://latchkey.test/shop?locale=de';
  assert.equal(await wayBack(shop), shop);
  assert.equal(await wayBack('https://latchkey.test.evil.example/shop'), undefined);
});

test('the checkout says at its foot what all pages of the vendor say', async () => {
  const { show } = await checkOut(app);
  const links = [{ label: 'Blog', url: 'https://blog.example.com/' }];
  await updateSettings(app.ctx, { brand: { footerText: 'Made in Hamburg', links } });
  const { footer } = (await app.inject({ url: show })).json<{ footer: object }>();
  assert.deepEqual(footer, { text: 'Made in Hamburg', links });
});
