import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';

let app: TestApp;
let at: SupportDesk;
before(async () => {
  app = await startTestApp();
  at = await supportDeskOf(app);
});
after(() => app.close());

interface Timeline {
  readonly items: readonly {
    readonly type: string;
    readonly actor: { readonly kind: string; readonly name?: string };
    readonly data: { readonly reason?: string };
  }[];
  readonly next: string | null;
}

const pathOf = (id: string) => `/api/licenses/${id}/timeline`;

test('what happened to a license and its devices is shown, newest first, with who did it and why, page by page', async () => {
  const ann = await at.shop.shopper();
  const productId = await at.shop.product();
  const [id = ''] = await at.shop.give(ann, productId);
  const [other = ''] = await at.shop.give(ann, await at.shop.product());
  await at.shop.activate(ann, productId, randomUUID());
  const support = await operatorAtWork(app, 'Support');
  const revoke = { reason: 'A stolen card' };
  assert.equal((await support.call('POST', `/api/licenses/${id}/revoke`, revoke)).statusCode, 200);
  await at.desk.call('POST', `/api/licenses/${id}/restore`, { reason: 'A mistake' });
  await at.desk.call('POST', `/api/licenses/${other}/revoke`, {});

  const owner = await operatorAtWork(app, 'Owner');
  const first = (await owner.call('GET', `${pathOf(id)}?pageSize=2`)).json<Timeline>();
  const rest = (await owner.call('GET', first.next ?? assert.fail())).json<Timeline>();
  const entries = [...first.items, ...rest.items];
  assert.deepEqual(
    entries.map(({ type }) => type),
    ['license.restored', 'license.revoked', 'activation.created', 'license.granted'],
  );
  assert.deepEqual([entries[0]?.data.reason, entries[1]?.actor.name], ['A mistake', support.operator.name]);
});

test('it is not for another account, nor for keys that must not read licenses', async () => {
  const [id = ''] = await at.shop.give(await at.shop.shopper(), await at.shop.product());
  assert.equal((await (await merchantOf(app, app.other)).send('GET', pathOf(id))).statusCode, 404);
  assert.equal((await at.desk.send('GET', pathOf(randomUUID()))).statusCode, 404);
  const narrow = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await narrow.send('GET', pathOf(id))).statusCode, 403);
});
