import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, sell } from './dashboard-sales.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { expectSound, WINDOWS } from './page-check.ts';

// What takes days, a second payment or a broken disk is put into the database; all answers are those of the server.
const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let database: DatabaseSync;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  database = new DatabaseSync(join(shop.dataDir, 'latchkey.db'), { timeout: 5_000 });
  opened.defer(() => {
    database.close();
  });
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

interface OrderAnswer {
  readonly number: string;
  readonly status: string;
  readonly undue?: boolean;
  readonly payments: readonly {
    readonly status: string;
    readonly refunded?: { readonly amount: number };
  }[];
}

const orderOf = (orderId: string) => asVendor<OrderAnswer>(shop, 'GET', `/api/orders/${orderId}`);

/** The bank of the buyer says, once it has, that another amount has arrived than the 49 euros that are due. */
async function payAnotherAmount(name: string): Promise<string> {
  const { orderId } = await sell(shop, name, { payment: { sandboxOutcome: 'Delay' } });
  const change = `update payments set provider_reference = replace(provider_reference, '~4900~', '~5100~')`;
  assert.equal(database.prepare(`${change} where subject_id = ?`).run(orderId).changes, 1);
  await eventually(async () => (await orderOf(orderId)).payments[0]?.status, 'Surplus');
  return orderId;
}

/** The work of this kind about a subject has failed too often. */
async function giveUp(kind: string, subject: string): Promise<void> {
  const failed = `status = 'Dead', attempts = 12, last_error = 'Error: the disk is full'`;
  const statement = database.prepare(
    `update jobs set ${failed} where kind = ? and payload like ? and lease_token is null and status = 'Waiting'`,
  );
  await eventually(async () => statement.run(kind, `%${subject}%`).changes, 1);
}

/** A mail to somebody without an account could not be sent. */
function giveUpMail(): void {
  const { id } =
    database.prepare('select id from mails order by created_at desc').get() ?? assert.fail('no mail');
  const change = `recipient = 'nobody@shopper.example', status = 'Queued', sent_at = null`;
  database.prepare(`update mails set ${change} where id = ?`).run(id ?? null);
  const job = `'failed-' || id, account_id, 'mail.send', json_object('mailId', id), 'Dead', created_at, 12`;
  database
    .prepare(
      `insert into jobs (id, account_id, kind, payload, status, run_at, attempts, last_error, created_at)
        select ${job}, 'Error: no mail server', created_at from mails where id = ?`,
    )
    .run(id ?? null);
}

for (const { name, viewport } of WINDOWS) {
  describe(`what goes wrong in a ${name} window`, () => {
    it('is money that is owed: an order says so, and that it was returned in another way', () =>
      inWindow(browser, { viewport }, async (page) => {
        const { orderId } = await sell(shop, 'Ada Lovelace');
        const owed = { lineId: null, amountMinor: 4_900, reason: 'The subscription had ended.' };
        const owe = 'update orders set has_undue_money = 1, owed = ? where id = ?';
        database.prepare(owe).run(JSON.stringify(owed), orderId);
        await signInToDashboard(page, shop, `/orders/${orderId}`);
        await page.getByText('€49.00: The subscription had ended.').waitFor();
        await page.getByRole('button', { name: 'Record a return' }).click();
        const settle = dialog(page, 'Record a return');
        await settle.getByRole('button', { name: 'Record', exact: true }).click();
        await settle.getByText('Say how the money was returned.').waitFor();
        await expectSound(page, `dashboard-settle-${name}`);
        await settle.getByLabel('How it was returned').fill('By bank transfer on May 4');
        await settle.getByRole('button', { name: 'Record', exact: true }).click();
        await page.getByText('Money has to go back').waitFor({ state: 'detached' });
        await page
          .getByRole('region', { name: 'Refunds' })
          .getByText(/By bank transfer on May 4/)
          .waitFor();
        const { undue, payments } = await orderOf(orderId);
        assert.deepEqual([undue, payments[0]?.refunded?.amount], [undefined, 49]);
      }));

    it('is money that nobody owes: its order is listed until it goes back, which takes a click', () =>
      inWindow(browser, { viewport }, async (page) => {
        await sell(shop, 'Emmy Noether');
        const orderId = await payAnotherAmount('Alan Turing');
        await signInToDashboard(page, shop, '/orders');
        await page.getByLabel('Money', { exact: true }).selectOption('Has to go back');
        const list = page.getByRole('table', { name: 'Orders' });
        await list.getByText('Has to go back').waitFor();
        await eventually(() => list.getByRole('link').count(), 1);
        await list.getByRole('cell', { name: 'Alan Turing' }).waitFor();
        await expectSound(page, `dashboard-orders-undue-${name}`);
        await list.getByRole('link').click();
        await heading(page, 'Cart').waitFor();
        await page.getByRole('link', { name: 'Alan Turing' }).waitFor();
        await page.getByRole('region', { name: 'Payments' }).getByText('€49.00 was due').waitFor();
        await page.getByText(/^€51\.00: A payment arrived that was not needed/).waitFor();
        await page.getByRole('button', { name: 'Return the money' }).click();
        const give = dialog(page, 'Return the money');
        await give.getByText(/€51\.00 goes back the way it came/).waitFor();
        await give.getByLabel('Reason').fill('You paid too much');
        await expectSound(page, `dashboard-return-${name}`);
        await give.getByRole('button', { name: 'Return', exact: true }).click();
        await page.getByText('Money has to go back').waitFor({ state: 'detached' });
        const { undue, payments } = await orderOf(orderId);
        assert.deepEqual([undue, payments[0]?.refunded?.amount], [undefined, 51]);
        await page.goto(`${shop.demo.dashboard.url}/orders?undue=true`);
        await page.getByText('Nothing matches these filters').waitFor();
      }));

    it('is work in the background: it says what did not happen, to which order and why, and one click runs it again', () =>
      inWindow(browser, { viewport }, async (page) => {
        const isGone = `update purchases set content = json_set(content, '$.grants[0].productId', 'gone')`;
        database.exec(
          `create trigger lost after insert on purchases begin ${isGone} where payment_id = new.payment_id; end`,
        );
        const { orderId } = await sell(shop, 'Hedy Lamarr');
        const { number } = await orderOf(orderId);
        await giveUp('orders.fulfil', orderId);
        giveUpMail();
        await signInToDashboard(page, shop);
        await page.getByRole('link', { name: 'Background work that failed' }).click();
        await page.getByText('Deliver an order').waitFor();
        await page.getByText('Error: the disk is full').waitFor();
        const order = page.getByRole('link', { name: `Order ${number}` });
        assert.match((await order.getAttribute('href')) ?? '', new RegExp(`/orders/${orderId}$`));
        await page.getByText('nobody@shopper.example').waitFor();
        assert.equal(await page.getByRole('link', { name: 'nobody@shopper.example' }).count(), 0);
        assert.equal(await page.getByText(/^in \d/).count(), 0);
        await expectSound(page, `dashboard-jobs-${name}`);
        await page.getByRole('button', { name: 'Run again: Send a mail' }).click();
        await page.getByText('Send a mail', { exact: true }).waitFor({ state: 'detached' });
        const isBack = `update purchases set content = json_set(content, '$.grants[0].productId', 'demo-app')`;
        database.exec(`drop trigger lost; ${isBack} where content like '%"gone"%'`);
        await page.getByRole('button', { name: 'Run again: Deliver an order' }).click();
        await page.getByText('Nothing is stuck').waitFor();
        await eventually(async () => (await orderOf(orderId)).status, 'Completed');
        await page.goto(`${shop.demo.dashboard.url}/orders/${orderId}`);
        await heading(page, /^Order/).waitFor();
        await page.getByRole('region', { name: 'Licenses' }).getByText('demo-app').waitFor();
      }));
  });
}
