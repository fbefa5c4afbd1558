import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { makeServerPlace, type ServerPlace } from '../../test/server-place.ts';

let place: ServerPlace;
let baseUrl: string;
before(async () => {
  place = await makeServerPlace();
  ({ baseUrl } = await place.serveHere());
});
after(() => place.close());

const latchkey = (...parameters: string[]) => runCommand(place.environment, ...parameters);
const VARIATION = 'demo-app-perpetual';

test('a price is changed in the currencies that are named, and what is not a price changes nothing', async () => {
  const first = await latchkey('price', 'set', VARIATION, 'EUR=51.5');
  assert.deepEqual([first.code, first.stdout], [0, `${VARIATION}: EUR 51.5, USD 55\n`], first.stderr);
  const answer = await fetch(`${baseUrl}/api/customer/storefront`);
  const { products }: { products: { id: string; defaultVariation?: { originalPrice: object } }[] } =
    JSON.parse(await answer.text());
  const { defaultVariation } = products.find(({ id }) => id === 'demo-app') ?? assert.fail('no demo-app');
  assert.deepEqual(defaultVariation?.originalPrice, { EUR: 51.5, USD: 55 });
  const wrong = await latchkey('price', 'set', VARIATION, 'USD=60', 'EUR=free');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /"EUR=free" is not a price such as EUR=59.90/);
  const tooFine = await latchkey('price', 'set', VARIATION, 'USD=60.001');
  assert.equal(tooFine.code, 1);
  assert.match(tooFine.stderr, /USD/);
  assert.equal((await latchkey('price', 'set', 'nothing', 'EUR=1')).code, 1);
  const both = await latchkey('price', 'set', VARIATION, 'EUR=49', 'USD=56');
  assert.equal(both.stdout, `${VARIATION}: EUR 49, USD 56\n`);
});

test('the orders of a guest are listed by the address, also one that could not be paid', async () => {
  const id = randomUUID();
  const items = [{ type: 'Product', productId: 'demo-app', variationId: VARIATION, quantity: 1 }];
  const patch = await send('PATCH', `/api/customer/orders/${id}?checkout=true`, { currency: 'EUR', items });
  const { pathname } = new URL(patch.checkoutUrl ?? '');
  const buyer = { name: 'Gus', email: 'gus@example.com', locale: 'en', sandboxOutcome: 'Fail' };
  await send('POST', `/api${pathname}/pay`, buyer);
  const list = await latchkey('order', 'list', '--email', 'GUS@example.com');
  assert.match(list.stdout, new RegExp(`^ID +NUMBER .*\n${id} +- +Open +\\S+ +- +- +\\S.*\n$`), list.stderr);
  const none = await latchkey('order', 'list', '--email', 'nobody@example.com');
  assert.equal(none.stdout, 'There are no such orders.\n');
  const all: { id: string }[] = JSON.parse((await latchkey('order', 'list', '--json')).stdout);
  assert.deepEqual(
    all.map((order) => order.id),
    [id],
  );
});

async function send(method: string, path: string, body: object): Promise<{ checkoutUrl?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text);
}
