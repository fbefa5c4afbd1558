import { after, before, test } from 'node:test';
import { checkSteps, type DocumentShop, openDocumentShop } from './document-walks.ts';

const WALKS: Readonly<Record<string, number>> = {
  'README.md': 4,
  'docs/guide/walk.md': 9,
  'docs/guide/getting-started.md': 3,
  'docs/guide/licensing-in-your-app.md': 7,
};

let shop: DocumentShop;
before(async () => {
  shop = await openDocumentShop();
});
after(() => shop.close());

for (const [document, stepCount] of Object.entries(WALKS))
  test(`every step of ${document} works against the demo shop and prints what is shown`, () =>
    checkSteps(shop, document, stepCount));
