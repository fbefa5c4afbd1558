import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { refundFails } from '../../../../test/late-money.ts';
import { checkOut, type Shopper } from '../../../../test/shop.ts';
import { type LicenseView, upgradeShop } from '../../../../test/upgrade-shop.ts';
import { followers } from '../../../jobs.ts';
import { catchUpOnJournal } from '../../../platform/journal/follow-journal.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { updateSettings } from '../../accounts/index.ts';
import { createReleaseFromFiles } from '../../releases/index.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
let owner: Shopper;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  shop = await upgradeShop(app);
  owner = await shop.shopper();
});
after(() => app.close());

const DAY_MS = 86_400_000;
const CURRENT = { current: { releaseAccess: { upToMajor: 'current' } } };

async function publish(productId: string, version: string): Promise<void> {
  await createReleaseFromFiles(app.ctx, { productId, version, files: [], isPublished: true });
  await work();
}

async function work(): Promise<void> {
  while ((await catchUpOnJournal(app.system, followers(app.system))) > 0);
  await shop.runJobs();
}

/** Starts the payment of a new cart, whose money arrives with `moneyArrives`. */
async function startPaying(buyer: Shopper, line: object): Promise<string> {
  const { orderId, pay } = await checkOut(app, [line], buyer.auth);
  const payload = { name: 'Ann', email: buyer.email, sandboxOutcome: 'Delay' };
  const answer = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(answer.json().status, 'PaymentProcessing', answer.body);
  return orderId;
}

async function moneyArrives(): Promise<void> {
  app.system.clock.advance(60_000);
  await work();
}

async function licensesOf(orderId: string) {
  const { items } = await shop.merchant.call<{ items: LicenseView[] }>(
    'GET',
    `/api/licenses?orderId=${orderId}`,
  );
  return items;
}

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('subject');
  const rows = await mails.where('recipient', '=', recipient).where('kind', '=', 'Grace').execute();
  return rows.map(({ subject }) => subject);
}

test('who bought the old major version in the window of grace gets the new one once, by itself and with a mail', async () => {
  const productId = await shop.product(CURRENT, { upgradeGraceDays: 30 });
  await publish(productId, '2.0.0');
  const early = await shop.buyLicense(owner, productId, 'current');
  app.system.clock.advance(31 * DAY_MS);
  owner = await shop.signIn(owner);
  const other = await shop.shopper();
  const late = await shop.buyLicense(other, productId, 'current');
  const refunded = await shop.buyLicense(other, productId, 'current');
  await shop.merchant.call('POST', `/api/licenses/${refunded}/revoke`);
  const { 0: gift } = await shop.merchant.call<{ id: string }[]>('POST', '/api/licenses/provision', {
    ownerId: other.id,
    requests: [{ productId, upToMajor: 2 }],
  });
  app.system.clock.advance(20 * DAY_MS);
  await publish(productId, '2.9.0');
  const majors = async () =>
    (await Promise.all([early, late, refunded, gift?.id ?? ''].map((id) => shop.look(id)))).map(
      ({ upToMajor }) => upToMajor,
    );
  assert.deepEqual(await majors(), [2, 2, 2, 2], 'a fix is no new major version');
  await publish(productId, '3.0.0');
  assert.deepEqual(await majors(), [2, 3, 2, 2]);
  assert.deepEqual(await mailsTo(other.email), [`App ${productId.slice(3)} 3 is yours`]);
  assert.deepEqual(await mailsTo(owner.email), []);
  await publish(productId, '3.0.1');
  await work();
  assert.equal((await mailsTo(other.email)).length, 1);
  await shop.merchant.call('PATCH', `/api/licenses/${late}`, { upToMajor: 2, reason: 'By mistake.' });
  await publish(productId, '3.0.2');
  assert.deepEqual(await majors(), [2, 2, 2, 2], 'the vendor has the last word');
  assert.equal((await mailsTo(other.email)).length, 1);
});

test('without a window nobody gets anything, and an upgrade to the old version counts as its purchase', async () => {
  const variations = { one: { releaseAccess: { upToMajor: 1 } }, two: { releaseAccess: { upToMajor: 2 } } };
  const buyer = await shop.shopper();
  const [none, some] = [
    await shop.product(variations),
    await shop.product(variations, { upgradeGraceDays: 10 }),
  ];
  const licenses: string[] = [];
  for (const productId of [none, some]) {
    await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
    licenses.push(await shop.buyLicense(buyer, productId, 'one'));
  }
  app.system.clock.advance(15 * DAY_MS);
  const again = await shop.signIn(buyer);
  const orders: string[] = [];
  for (const [index, productId] of [none, some].entries())
    orders.push(await shop.buy(again, shop.lineOf(productId, 'two', licenses[index])));
  for (const productId of [none, some]) await publish(productId, '3.0.0');
  const majors = () => Promise.all(licenses.map(async (id) => (await shop.look(id)).upToMajor));
  assert.deepEqual(await majors(), [2, 3]);
  // A refund of the upgrade takes back what it led to, too.
  await shop.refund(orders[1] ?? '');
  assert.deepEqual(await majors(), [2, 1]);
});

test('what the window of grace gave ends with the last upgrade in it that was left, and with no other', async () => {
  const buyer = await shop.shopper();
  const products = new Map<string, string>();
  for (const fate of ['Refunded', 'Disputed']) {
    const productId = await shop.product(
      {
        one: { releaseAccess: { upToMajor: 1 } },
        two: { releaseAccess: { upToMajor: 2 } },
        three: { releaseAccess: { upToMajor: 3 } },
      },
      { upgradeGraceDays: 10 },
    );
    await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
    await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
    products.set(fate, productId);
  }
  const licenses = new Map<string, string>();
  for (const productId of products.values())
    licenses.set(productId, await shop.buyLicense(buyer, productId, 'one'));
  app.system.clock.advance(15 * DAY_MS);
  const again = await shop.signIn(buyer);
  for (const [fate, productId] of products) {
    const licenseId = licenses.get(productId) ?? '';
    const major = async () => (await shop.look(licenseId)).upToMajor;
    const first = await shop.buy(again, shop.lineOf(productId, 'two', licenseId));
    const second = await shop.buy(again, shop.lineOf(productId, 'three', licenseId));
    if (fate === 'Refunded') await shop.refund(second);
    else await shop.happen(second, 'DisputeOpened');
    await createReleaseFromFiles(app.ctx, { productId, version: '4.0.0', files: [], isPublished: true });
    await shop.buy(again, shop.lineOf(productId, 'three', licenseId));
    assert.equal(await major(), 3, 'before the job has run');
    await work();
    assert.equal(await major(), 4);
    await shop.refund(first);
    assert.equal(await major(), 3, `${fate}: what was bought after the window is left`);
  }
});

test('who bought the license in the window of grace keeps what it gave, also when an upgrade in it is refunded', async () => {
  const productId = await shop.product(
    { one: { releaseAccess: { upToMajor: 1 } }, two: { releaseAccess: { upToMajor: 2 } } },
    { upgradeGraceDays: 10 },
  );
  await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
  const buyer = await shop.shopper();
  const licenseId = await shop.buyLicense(buyer, productId, 'one');
  const orderId = await shop.buy(buyer, shop.lineOf(productId, 'two', licenseId));
  await publish(productId, '3.0.0');
  await shop.refund(orderId);
  assert.equal((await shop.look(licenseId)).upToMajor, 3);
});

test('the window of grace begins with its first moment, for a license and for an upgrade of one', async () => {
  app.system.clock.hold('each is bought exactly as long before a release as the window lasts');
  const buyer = await shop.shopper();
  for (const purchase of ['License', 'Upgrade']) {
    const productId = await shop.product(
      { one: { releaseAccess: { upToMajor: 1 } }, two: { releaseAccess: { upToMajor: 2 } } },
      { upgradeGraceDays: 10 },
    );
    await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
    const licenseId = await shop.buyLicense(buyer, productId, 'one');
    if (purchase === 'Upgrade') await shop.buy(buyer, shop.lineOf(productId, 'two', licenseId));
    app.system.clock.advance(10 * DAY_MS);
    await publish(productId, '3.0.0');
    assert.equal((await shop.look(licenseId)).upToMajor, 3, purchase);
    app.system.clock.advance(-10 * DAY_MS);
  }
});

test('who was paying when a major version appeared gets it once the money has arrived, once and with a mail', async () => {
  const productId = await shop.product(CURRENT, { upgradeGraceDays: 10 });
  await publish(productId, '2.0.0');
  const buyer = await shop.shopper();
  const orderId = await startPaying(buyer, shop.lineOf(productId, 'current'));
  await publish(productId, '3.0.0');
  assert.deepEqual(await licensesOf(orderId), [], 'the bank takes its time');
  assert.deepEqual(await mailsTo(buyer.email), []);
  await moneyArrives();
  const majors = async () => (await licensesOf(orderId)).map(({ upToMajor }) => upToMajor);
  assert.deepEqual(await majors(), [3]);
  assert.equal((await mailsTo(buyer.email)).length, 1);
  await publish(productId, '3.0.1');
  assert.deepEqual([await majors(), (await mailsTo(buyer.email)).length], [[3], 1]);
});

test('who gets the licenses back, after a dispute that was won or a refund that the bank sent back, gets what was published meanwhile', async () => {
  const productId = await shop.product(CURRENT, { upgradeGraceDays: 30 });
  await publish(productId, '2.0.0');
  const buyer = await shop.shopper();
  const disputed = await shop.buy(buyer, shop.lineOf(productId, 'current'));
  const refunded = await shop.buy(buyer, shop.lineOf(productId, 'current'));
  await shop.happen(disputed, 'DisputeOpened');
  await shop.refund(refunded);
  await publish(productId, '3.0.0');
  const majors = async (id: string) => (await licensesOf(id)).map(({ upToMajor }) => upToMajor);
  assert.deepEqual([await majors(disputed), await majors(refunded)], [[2], [2]]);
  await shop.happen(disputed, 'DisputeWon');
  assert.deepEqual([await majors(disputed), await majors(refunded)], [[3], [2]]);
  await refundFails(app, refunded);
  await work();
  assert.deepEqual([await majors(disputed), await majors(refunded)], [[3], [3]]);
});

test('who was paying for an upgrade when a major version appeared gets it with the upgrade, and both go back together', async () => {
  const productId = await shop.product(
    { one: { releaseAccess: { upToMajor: 1 } }, two: { releaseAccess: { upToMajor: 2 } } },
    { upgradeGraceDays: 10 },
  );
  await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
  const buyer = await shop.shopper();
  const licenseId = await shop.buyLicense(buyer, productId, 'one');
  const major = async () => (await shop.look(licenseId)).upToMajor;
  app.system.clock.advance(15 * DAY_MS);
  const orderId = await startPaying(await shop.signIn(buyer), shop.lineOf(productId, 'two', licenseId));
  await publish(productId, '3.0.0');
  assert.equal(await major(), 1);
  await moneyArrives();
  assert.equal(await major(), 3);
  assert.equal((await mailsTo(buyer.email)).length, 1);
  await shop.refund(orderId);
  assert.equal(await major(), 1);
});

test('what is bought after a major version appeared, or before the window of grace, stays without it, whenever it is delivered', async () => {
  app.system.clock.hold('one is bought a millisecond before the window, and one as it ends');
  const productId = await shop.product(
    { two: { releaseAccess: { upToMajor: 2 } } },
    { upgradeGraceDays: 10 },
  );
  const [early, first, late] = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
  const orders = [await startPaying(early, shop.lineOf(productId, 'two'))];
  app.system.clock.advance(1);
  orders.push(await startPaying(first, shop.lineOf(productId, 'two')));
  app.system.clock.advance(5 * DAY_MS);
  await work();
  app.system.clock.advance(5 * DAY_MS);
  await publish(productId, '3.0.0');
  orders.push(await startPaying(await shop.signIn(late), shop.lineOf(productId, 'two')));
  await moneyArrives();
  const licenses = (await Promise.all(orders.map(licensesOf))).flat();
  assert.deepEqual(
    licenses.map(({ upToMajor }) => upToMajor),
    [2, 3, 2],
  );
  assert.deepEqual([await mailsTo(early.email), await mailsTo(late.email)], [[], []]);
});
