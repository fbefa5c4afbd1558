import { after, before, test } from 'node:test';
import { checkSteps, type DocumentShop, openDocumentShop } from './document-walks.ts';

const WALKS: Readonly<Record<string, number>> = {
  'docs/guide/core-api.md': 9,
  'docs/guide/refunds.md': 2,
  'docs/guide/releases.md': 5,
  'docs/guide/moving.md': 1,
};

let shop: DocumentShop;
before(async () => {
  shop = await openDocumentShop();
});
after(() => shop.close());

for (const [document, stepCount] of Object.entries(WALKS))
  test(`every step of ${document} works against the demo shop and prints what is shown`, () =>
    checkSteps(shop, document, stepCount));
