import process from 'node:process';
import { launchBrowser } from '../e2e/browser.ts';
import { type DemoShop, findOnStorefront, openDemoShop, startCheckout } from '../e2e/demo-shop.ts';
import { medianVisit, printVisit } from './slow-page.ts';

// The first visit of a page on a slow phone: `npm run bench:pages`. Quiet machines only: it measures time.

const LIMITS = { lcp: 1_800, blocking: 150, shift: 0.05, kilobytes: 160 };

async function pagesOf(shop: DemoShop) {
  const synth = await findOnStorefront(shop, 'demo-synth');
  const { orderId, checkoutUrl } = await startCheckout(shop, synth);
  return {
    shop: { path: '/shop', storage: {} },
    product: { path: '/shop/products/demo-app', storage: {} },
    cart: { path: '/cart', storage: { 'latchkey.cart': orderId } },
    checkout: { path: new URL(checkoutUrl).pathname, storage: {} },
  };
}

const shop = await openDemoShop();
const browser = await launchBrowser();
let isGood = true;
try {
  for (const [name, { path, storage }] of Object.entries(await pagesOf(shop))) {
    const measures = await medianVisit(browser, shop.demo.baseUrl + path, { storage });
    const isWithin = printVisit(name, measures, LIMITS);
    isGood &&= isWithin;
  }
} finally {
  await browser.close();
  await shop.close();
}
process.exitCode = isGood ? 0 : 1;
