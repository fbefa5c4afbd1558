import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { givePictures } from '../../../../test/pictures.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { transaction } from '../../../platform/context/context.ts';
import { findAccount, renameAccount, saveMailText, updateSettings } from '../../accounts/index.ts';
import { createProduct, createVariation } from '../../catalog/index.ts';
import { createReleaseFromFiles } from '../../releases/index.ts';

const SHOP = 'https://shop.example/store?a=1&b=2';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const file = { name: 'app.zip', platform: 'Universal', content: Buffer.from('app') } as const;
  await createReleaseFromFiles(app.ctx, {
    productId: 'app',
    version: '1.0.0',
    files: [file],
    isPublished: true,
  });
  await createProduct(app.ctx, { id: 'wide', name: 'Wide & <b>Loud</b>' });
  const wide = { id: 'wide-once', name: '"Once"', prices: { EUR: 1_000, USD: 1_100 } };
  await createVariation(app.ctx, { type: 'Product', id: 'wide' }, wide);
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const gift = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, gift);
  await updateSettings(app.ctx, {
    storefrontUrl: SHOP,
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
});
after(() => app.close());

const WIDE = { type: 'Product', productId: 'wide', variationId: 'wide-once', quantity: 2 };
const GIFT = { type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 1 };

interface Purchase {
  /** Of the order. */
  readonly number: string;
  readonly text: string;
  readonly html: string;
}

/** Buys, and returns the only receipt, with its text in one line. */
async function buy(
  items: readonly object[],
  buyer: { readonly email: string; readonly auth?: { readonly authorization: string } },
): Promise<Purchase> {
  const { pay } = await checkOut(app, items, { ...buyer.auth });
  const payload = { name: 'Ann <i>Buyer</i>', email: buyer.email };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  const { status, orderNumber: number } = paid.json();
  assert.equal(status, 'Completed', paid.body);
  const [receipt, ...more] = (await receiptsTo(buyer.email)).filter(({ textBody }) =>
    textBody.includes(number),
  );
  assert.ok(receipt !== undefined && more.length === 0);
  return { number, text: receipt.textBody.replaceAll(/\s+/g, ' '), html: receipt.htmlBody };
}

function receiptsTo(email: string) {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'Receipt')
    .where('recipient', '=', email)
    .execute();
}

const guest = () => ({ email: `${randomUUID()}@example.com` });

/** The address behind the button. */
function linkOf({ html }: Purchase): URL {
  const [, href = ''] = /<a href="([^"]+)"/.exec(html) ?? [];
  return new URL(href.replaceAll('&amp;', '&'));
}

test('it is a bill: number, date, seller, a table of lines with amounts, the total and what to do next', async () => {
  const { number, text, html } = await buy([{ ...ONE_APP, quantity: 3 }, WIDE], guest());
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  const today = date.format(app.system.clock.now());
  const facts = `Order: ${number} Date of issue: ${today} Payment: Paid on ${today} Sold by: Demo Audio`;
  const lines = '3 × App, Perpetual: €147.00 2 × Wide & <b>Loud</b>, "Once": €20.00 Total: €167.00';
  assert.ok(text.includes(`${facts} ${lines}`), text);
  assert.ok(text.startsWith(`Thank you for your purchase Order ${number} `), text);
  assert.match(html, new RegExp(`</h1>\\s*<p[^>]*>Order ${number}</p>`));
  assert.match(
    text,
    /What to do next: 1\. Download what you bought from your account in the shop \(http\S+\)\. 2\. Install/,
  );
  for (const cell of [number, 'Demo Audio', '3 × App, Perpetual', '€147.00', '€20.00', '€167.00']) {
    assert.match(html, new RegExp(`<t[dh][^>]*>${cell.replaceAll('.', String.raw`\.`)}</t[dh]>`), cell);
  }
});

test('it shows what was bought with its pictures, as JPEG, and the button before the bill', async () => {
  const none = await buy([WIDE, GIFT], guest());
  assert.doesNotMatch(none.html, /<img|class="tile/);
  await givePictures(app.ctx, 'app');
  const one = await buy([ONE_APP], guest());
  const [, url = '', alt] = /<img src="([^"]+)" alt="([^"]*)" width="496"/.exec(one.html) ?? [];
  assert.equal(alt, 'App, Perpetual');
  const picture = await app.inject({ url: new URL(url).pathname });
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/jpeg']);
  const { html } = await buy([ONE_APP, WIDE], guest());
  const [beforeAction = '', afterAction = ''] = html.split('>Confirm my email address<');
  assert.match(beforeAction, new RegExp(`<img src="${url}" alt="" width="96"[^]*>App, Perpetual</td>`));
  assert.match(
    beforeAction,
    /class="tile[^>]*>&lt;<\/div>\s*<\/td><td[^>]*>2 × Wide &amp; &lt;b&gt;Loud&lt;\/b&gt;, &quot;Once&quot;<\/td>/,
    'one without a picture has its initial',
  );
  assert.match(afterAction, /€49\.00/);
});

test('it names a download only where there is one', async () => {
  const { text } = await buy([WIDE], guest());
  assert.match(
    text,
    /What to do next: open the application, .* sign in with your account in the shop \(https:/,
  );
  assert.doesNotMatch(text, /download/i);
});

test('a guest whose address is not proven gets the link that proves it, which asks for a password, and the way to the shop', async () => {
  const buyer = guest();
  const purchase = await buy([ONE_APP], buyer);
  assert.ok(purchase.text.includes(`confirm that ${buyer.email} is your email address`), purchase.text);
  assert.match(purchase.text, /You can then choose a password\./);
  const link = linkOf(purchase);
  assert.equal(link.pathname, '/account/confirm');
  // After the hash, so that no server's log contains the code.
  assert.equal(new URLSearchParams(link.hash.slice(1)).get('email'), buyer.email);
  assert.equal(new URLSearchParams(link.hash.slice(1)).get('first'), 'true', 'the page asks for no password');
  assert.match(purchase.text, /works for 14 days/);
  assert.ok(purchase.text.includes(SHOP), 'where the buyer signs in');
});

test('a buyer who has proven the address and has a password gets the way to the shop, and nothing to prove', async () => {
  const buyer = await shopper(app);
  const purchase = await buy([ONE_APP], buyer);
  assert.equal(linkOf(purchase).href, SHOP);
  assert.ok(purchase.text.includes(`Your licenses are in your account (${buyer.email}).`), purchase.text);
  assert.doesNotMatch(purchase.text, /password|[Cc]onfirm|14 days/);
  assert.doesNotMatch(purchase.html, /account\/confirm|code=/);
});

test('without a shop of the vendor the way leads to the download in the hosted account, or else to its products', async () => {
  await updateSettings(app.ctx, { storefrontUrl: undefined });
  const buyer = await shopper(app);
  const purchase = await buy([ONE_APP, GIFT], buyer);
  assert.equal(linkOf(purchase).pathname, '/account/products/app', 'of the only product with a file');
  assert.equal(linkOf(purchase).search, '', 'the page asks to sign in');
  assert.ok(purchase.html.includes('>Download App<'), purchase.html);
  assert.match(purchase.text, /Download what you bought from your account\. 2\./);
  const noFile = await buy([WIDE], buyer);
  assert.equal(linkOf(noFile).pathname, '/account');
  assert.ok(noFile.html.includes('>Go to my products<'), noFile.html);
  await updateSettings(app.ctx, { storefrontUrl: SHOP });
});

test('a guest whose address somebody signed up with is asked for that password, or can replace it', async () => {
  const squatter = await shopper(app);
  const link = linkOf(await buy([ONE_APP], { email: squatter.email }));
  assert.deepEqual(
    [link.pathname, new URLSearchParams(link.hash.slice(1)).get('first')],
    ['/account/confirm', null],
  );
});

test('a guest who has proven the address gets the link to a password while there is none, and then neither', async () => {
  const buyer = guest();
  const post = (path: string, text?: string) =>
    app.inject({
      method: 'POST',
      url: `/api/customer/identity/${path}`,
      ...(text !== undefined && { payload: text, headers: { 'content-type': 'text/plain' } }),
    });
  const link = linkOf(await buy([ONE_APP], buyer));
  const proof = await post(`confirm-account?${link.hash.slice(1)}`);
  assert.equal(proof.statusCode, 200, proof.body);
  const second = await buy([ONE_APP], buyer);
  assert.match(second.text, /has no password yet\. Choose one with the link below\..* Choose a password:/);
  assert.doesNotMatch(second.text, /Confirm/);
  assert.equal(linkOf(second).pathname, '/account/confirm');
  const proven = await post(`confirm-account?${linkOf(second).hash.slice(1)}`);
  const { resetPasswordToken: code } = proven.json<{ resetPasswordToken: string }>();
  const query = new URLSearchParams({ email: buyer.email, code }).toString();
  const reset = await post(`reset-password?${query}`, 'Str0ng!passw0rd');
  assert.equal(reset.statusCode, 200, reset.body);
  const third = await buy([ONE_APP], buyer);
  assert.equal(linkOf(third).href, SHOP);
  assert.doesNotMatch(third.text, /password|[Cc]onfirm|14 days/);
});

test('an order for nothing has a receipt that says so', async () => {
  const { text } = await buy([GIFT], guest());
  assert.match(text, /1 × Gift, Free: €0\.00 Total: €0\.00/);
});

test('it names the seller as the vendor has said, each line of the address on its own', async () => {
  const seller = {
    name: 'Demo & Sons GmbH',
    address: ['Hafenstraße 1', '20457 Hamburg'],
    country: 'de',
    taxId: 'DE123456789',
    email: 'orders@demo.example',
  };
  await updateSettings(app.ctx, { seller });
  const { text, html } = await buy([WIDE], guest());
  const sold = 'Sold by: Demo & Sons GmbH, Hafenstraße 1, 20457 Hamburg, Germany';
  assert.ok(text.includes(`${sold}, Tax ID: DE123456789, orders@demo.example`), text);
  assert.match(html, />Demo &amp; Sons GmbH<br>Hafenstraße 1<br>20457 Hamburg<br>Germany<br>/);
  await updateSettings(app.ctx, { seller: { name: undefined, taxId: undefined } });
  const without = await buy([WIDE], guest());
  assert.match(without.text, /Sold by: Demo Audio, Hafenstraße 1, .* Germany, orders@demo.example/);
});

test('names are text, whatever they hold', async () => {
  await renameAccount(app.ctx, 'Smith & <script>Sons');
  const { html } = await buy([WIDE], guest());
  assert.doesNotMatch(html, /<script|<b>Loud|<i>Buyer/);
  assert.ok(html.includes('Smith &amp; &lt;script&gt;Sons'));
  assert.ok(html.includes('Wide &amp; &lt;b&gt;Loud&lt;/b&gt;'));
});

test('the words of the vendor come first, and the order, the button, the bill and the withdrawal stay', async () => {
  const words = { subject: '{{order}} from {{shop}}', text: 'Enjoy {{product}}, {{customer}}!' };
  const save = (changes: object) =>
    transaction(app.ctx, (tx) => saveMailText(tx, { mailId: 'receipt', language: 'en' }, changes, undefined));
  await save(words);
  const { email } = guest();
  const { number, text, html } = await buy([ONE_APP, WIDE, GIFT, { ...WIDE, quantity: 1 }], { email });
  await save({});
  const { name } = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  const [mail] = await receiptsTo(email);
  assert.equal(mail?.subject, `${number} from ${name}`);
  const products = 'App, Perpetual, Wide & <b>Loud</b>, "Once", Gift, Free';
  assert.ok(text.startsWith(`Thank you for your purchase Order ${number} Enjoy ${products}`), text);
  assert.match(text, /confirm that \S+ is your email address.* Order: .*Withdraw from contract here/s);
  assert.match(html, /Enjoy App, Perpetual, Wide &amp; &lt;b&gt;Loud/);
});
