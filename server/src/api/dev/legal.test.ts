import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const HEADINGS = {
  terms: ['Terms of sale', 'Allgemeine Geschäftsbedingungen'],
  privacy: ['Privacy policy', 'Datenschutzerklärung'],
  refunds: ['Refund policy', 'Widerruf und Erstattung'],
  imprint: ['Imprint', 'Impressum'],
} as const;

test('each page about the sale of the demo is in the frame of the shop, in both languages', async () => {
  for (const [page, headings] of Object.entries(HEADINGS)) {
    for (const [index, language] of ['en', 'de'].entries()) {
      const answer = await app.inject({ url: `/dev/legal/${page}?locale=${language}` });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.ok(answer.body.includes(`<h1>${headings[index]}</h1>`), answer.body);
      assert.ok(answer.body.includes(`links.${page}`), 'it says where a vendor links to the own page');
      assert.match(answer.body, /<header class="vendor">/);
    }
  }
  assert.equal((await app.inject({ url: '/dev/legal/other' })).statusCode, 400);
});

test('in production there is no such page', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    assert.equal((await production.inject({ url: '/dev/legal/terms' })).statusCode, 404);
  } finally {
    await production.close();
  }
});
