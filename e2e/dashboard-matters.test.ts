import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, sell, subscribe } from './dashboard-sales.ts';
import { DESK, walk } from './dashboard-walk.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { expectSound } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

/** A receiver of webhooks; `answer` decides what it says. */
async function openReceiver(answer: { status: number }): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status).end();
  }).listen(0, '127.0.0.1');
  opened.defer(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Lets every delivery fail, as a database does whose disk is full, until the function that it returns is called. */
function breakDeliveries(): () => void {
  const database = new DatabaseSync(join(shop.dataDir, 'latchkey.db'), { timeout: 5_000 });
  opened.defer(() => {
    database.close();
  });
  database.exec(
    "create trigger full before insert on licenses begin select raise(abort, 'the disk is full'); end",
  );
  return () => {
    database.exec('drop trigger full');
  };
}

/**
 * A month passes: one subscription is held, a charge of another is repeated, and a third one needs its buyer. Returns what
 * restores the license of the first one: once it works again, its renewal goes on by itself some hours later.
 */
async function passMonth(): Promise<() => Promise<unknown>> {
  const [onHold, retrying, waiting] = [
    await subscribe(shop, 'Hanna Held'),
    await subscribe(shop, 'Rita Retry'),
    await subscribe(shop, 'Bea Buyer'),
  ];
  const behave = (id: string, behaviour: string) =>
    asVendor(shop, 'PATCH', `/api/dev/payment-methods/${id}`, { behaviour });
  await behave(retrying.subscriptionId, 'DeclinesSoftly');
  await behave(waiting.subscriptionId, 'NeedsBuyer');
  const license = await licenseOf(onHold.orderId);
  await asVendor(shop, 'POST', `/api/licenses/${license}/revoke`);
  await asVendor(shop, 'POST', '/api/dev/clock', { advance: 'P31D' });
  await behave(retrying.subscriptionId, 'Succeeds');
  return () => asVendor(shop, 'POST', `/api/licenses/${license}/restore`);
}

async function licenseOf(orderId: string): Promise<string> {
  const { items } = await asVendor<{ items: { id: string }[] }>(
    shop,
    'GET',
    `/api/licenses?orderId=${orderId}`,
  );
  return items[0]?.id ?? '';
}

const matters = (page: Page) => page.getByRole('region', { name: 'To do' });

/** What waits, without the numbers of orders. */
async function matterNames(page: Page): Promise<string[]> {
  const names = await matters(page).getByRole('link').allTextContents();
  return names.map((name) => name.replace(/^Order \w{4}-\w{4}$/, 'Order'));
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirmation = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).getByRole('button', { name });

describe('what needs somebody', () => {
  it('is on Home with the day that passed, and each leads to where it is settled', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const restoreLicense = await passMonth();
      const dispute = await sell(shop, 'Dora Dispute');
      const { payments } = await asVendor<{ payments: { id: string }[] }>(
        shop,
        'GET',
        `/api/orders/${dispute.orderId}`,
      );
      const event = { paymentId: payments[0]?.id, event: 'DisputeOpened' };
      await asVendor(shop, 'POST', '/dev/try/reversals', event);
      const answer = { status: 503 };
      const url = await openReceiver(answer);
      const hook = await asVendor<{ id: string }>(shop, 'POST', '/api/webhooks', {
        url,
        types: ['order.paid'],
      });
      const mend = breakDeliveries();
      await sell(shop, 'Uma Undelivered');
      // After two hours of tries, the job gives up.
      await asVendor(shop, 'POST', '/api/dev/clock', { advance: 'PT12H' });
      await asVendor(shop, 'POST', `/api/webhooks/${hook.id}/test`, { type: 'order.paid' });

      await signInToDashboard(page, shop);
      await matters(page).getByRole('link', { name: 'Webhooks that fail' }).waitFor();
      for (const name of ['Renewals that wait for you', 'Renewals that need their buyer'])
        await matters(page).getByRole('listitem').filter({ hasText: name }).getByText('1').waitFor();
      await expectSound(page, 'dashboard-home-matters-wide');
      // Without a license, its renewal would be held again.
      await restoreLicense();
      await walkRenewals(page);
      await walkOrders(page, mend);
      answer.status = 204;
      await page.getByRole('link', { name: 'Home' }).click();
      await eventually(
        () => matterNames(page),
        ['Disputes to answer', 'Order', 'Renewals that need their buyer', 'Webhooks that fail'],
      );
      await walk(page, 'send a failed webhook again', async ({ click }) => {
        await click(matters(page).getByRole('link', { name: 'Webhooks that fail' }));
        const failed = page.getByRole('region', { name: 'Failed deliveries' });
        await click(failed.getByRole('button', { name: 'Run again: order.paid' }));
        await page.getByRole('cell', { name: 'Arrived' }).first().waitFor();
        await page.getByText('None: everything has arrived.').waitFor();
      });
      await page.getByRole('link', { name: 'Home' }).click();
      await heading(page, /^Hello/).waitFor();
      await eventually(
        () => matterNames(page),
        ['Disputes to answer', 'Order', 'Renewals that need their buyer'],
      );
    }));
});

async function walkRenewals(page: Page): Promise<void> {
  await walk(page, 'charge a renewal that was held', async ({ click }) => {
    await click(matters(page).getByRole('link', { name: 'Renewals that wait for you' }));
    await click(page.getByRole('link', { name: 'demo-synth' }));
    await page.getByText('every license is revoked or suspended').waitFor();
    await click(button(page, 'Charge now'));
    await click(confirmation(page, 'Charge now'));
    await button(page, 'Extend').waitFor();
  });
  await walk(page, 'charge a renewal that failed again', async ({ click }) => {
    await click(matters(page).getByRole('link', { name: 'Renewals whose charge failed' }));
    await click(page.getByRole('link', { name: 'demo-synth' }));
    await page.getByText('The test card was declined for now.').waitFor();
    await page.getByText('Next try').waitFor();
    await click(button(page, 'Charge again'));
    await click(confirmation(page, 'Charge again'));
    await button(page, 'Extend').waitFor();
  });
}

async function walkOrders(page: Page, mend: () => void): Promise<void> {
  await walk(page, 'see by when a dispute has to be answered', async ({ click }) => {
    await click(matters(page).getByRole('link', { name: 'Disputes to answer' }));
    await page
      .getByRole('region', { name: 'Disputes' })
      .getByText(/^Answer by/)
      .waitFor();
  });
  await walk(page, 'see why an order is not delivered', async ({ click }) => {
    await click(matters(page).getByRole('link', { name: 'Orders that are paid and not delivered' }));
    await click(page.getByRole('table', { name: 'Orders' }).getByRole('link').first());
    await page.getByText('The order is paid, and could not be delivered yet').waitFor();
  });
  mend();
  await walk(page, 'run a failed job again', async ({ click }) => {
    await click(matters(page).getByRole('link', { name: 'Background work that failed' }));
    await page.getByText('the disk is full').waitFor();
    await click(button(page, 'Run again: Deliver an order'));
    await page.getByText('Nothing is stuck').waitFor();
  });
  await page.goBack();
  await heading(page, /^Hello/).waitFor();
  await eventually(
    () => matters(page).getByRole('link', { name: 'Orders that are paid and not delivered' }).count(),
    0,
  );
}
