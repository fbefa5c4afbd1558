import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followEvents, playStories, runJobs, type Timeline } from '../../../test/events/scenarios.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { checkOut, shopper } from '../../../test/shop.ts';
import { createLicensedProduct } from '../../modules/licensing/index.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { findCustomerByEmail } from '../../modules/customers/index.ts';
import { type EventBody, listEvents, purgeOldEvents } from '../../modules/events/index.ts';
import { EVENT_TYPES } from './event-types.ts';

interface EventPage {
  readonly items: readonly EventBody[];
  readonly next: string | null;
}

let app: TestApp;
let vendor: Merchant;
let timelines: Timeline[];
before(async () => {
  app = await startTestApp();
  timelines = await playStories(app);
  vendor = await merchantOf(app);
});
after(() => app.close());

const list = (query = ''): Promise<EventPage> => vendor.call('GET', `/api/events?${query}`);
const allEvents = () => timelines.flatMap(({ events }) => events);

test('every type of event happens, and shows its subject as the Core API does', async () => {
  const happened = Map.groupBy(allEvents(), ({ type }) => type);
  for (const { type, subject } of EVENT_TYPES) {
    const [event] = happened.get(type) ?? assert.fail(`${type} does not happen`);
    assert.equal(event?.subject.type, subject.type);
    assert.ok(Object.keys(event?.data ?? {}).length > 2, `${type} shows its subject`);
  }
  const [completed = assert.fail()] = happened.get('order.completed') ?? [];
  const { licenses, ...order } = await vendor.call<Record<string, unknown>>(
    'GET',
    `/api/orders/${completed.subject.id}`,
  );
  assert.deepEqual(completed.data, order);
  assert.ok(Array.isArray(licenses), 'licenses have events of their own');
});

test('events are numbered without gaps, in their account and for their subject', async () => {
  const events: EventBody[] = [];
  for (let next: string | null = '/api/events?after=0&pageSize=100'; next !== null;) {
    const page: EventPage = await vendor.call('GET', next);
    events.push(...page.items);
    next = page.next;
  }
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  for (const [subject, some] of Map.groupBy(events, (event) => `${event.subject.type}/${event.subject.id}`))
    assert.deepEqual(
      some.map((event) => event.subject.sequence),
      some.map((_, index) => index + 1),
      subject,
    );
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
});

test('the list filters by type, group, subject and sequence, newest or oldest first', async () => {
  const [event = assert.fail()] = (await list('type=license.transferred')).items;
  assert.deepEqual(await vendor.call('GET', `/api/events/${event.id}`), event);
  const group = await list('type=license.*&pageSize=100');
  assert.ok(group.items.length > 5 && group.items.every(({ type }) => type.startsWith('license.')));
  const ofLicense = await list(`subject=license/${event.subject.id}&order=oldest`);
  const { id, subject } = event;
  const upper = `subject=license/${subject.id.toUpperCase()}&order=oldest`;
  assert.deepEqual((await list(upper)).items, ofLicense.items, 'GUIDs match in any case');
  assert.deepEqual(await vendor.call('GET', `/api/events/${id.toUpperCase()}`), event);
  const story = timelines.find(({ title }) => title === 'License over time');
  assert.deepEqual(
    ofLicense.items.map(({ type }) => type),
    story?.events.map(({ type }) => type).filter((type) => type.startsWith('license.')),
  );
  const later = await list(`after=${event.sequence}`);
  assert.equal(later.items[0]?.sequence, event.sequence + 1);
  const page = await list('pageSize=1');
  const next = await vendor.call<EventPage>('GET', page.next ?? '');
  assert.equal(next.items[0]?.sequence, (page.items[0]?.sequence ?? 0) - 1);
});

test('a query that is not valid is refused with everything that is wrong', async () => {
  const refused = await vendor.send('GET', '/api/events?type=order.payed&after=1&order=newest');
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['type', 'order']]);
  for (const query of [
    'subject=synth',
    'after=-1',
    'after=9223372036854775808',
    'order=up',
    'type=',
    'pageSize=0',
  ])
    assert.equal((await vendor.send('GET', `/api/events?${query}`)).statusCode, 400, query);
  assert.equal((await vendor.send('GET', '/api/events/unknown')).statusCode, 404);
});

test('a key sees the data of what it may read, and of other events the id and the link', async () => {
  const narrow = await merchantOf(app, app.demo, 'events:read', 'licenses:read');
  const pages = await Promise.all(
    ['license.issued', 'order.paid'].map((type) =>
      narrow.call<EventPage>('GET', `/api/events?type=${type}&pageSize=1`),
    ),
  );
  const [license, order] = pages.map(({ items }) => items[0]);
  assert.ok('productId' in (license?.data ?? {}));
  assert.deepEqual(order?.data, { id: order?.subject.id, link: `/api/orders/${order?.subject.id}` });
  const none = await merchantOf(app, app.demo, 'audit:read');
  assert.equal((await none.send('GET', '/api/events')).statusCode, 403);
});

test('another account sees none of them', async () => {
  const other = await merchantOf(app, app.other);
  const [event = assert.fail()] = allEvents();
  assert.deepEqual((await other.call<EventPage>('GET', '/api/events')).items, []);
  assert.equal((await other.send('GET', `/api/events/${event.id}`)).statusCode, 404);
});

test('what events show of a customer goes with the customer', async () => {
  const { id, email } = await shopOf(app).shopper();
  await vendor.call('PATCH', `/api/customers/${id}`, { name: 'Grace Hopper' });
  await followEvents(app);
  const ofCustomer = () => list(`subject=customer/${id}&order=oldest`);
  assert.match(JSON.stringify(await ofCustomer()), new RegExp(`${email}.*Grace Hopper`));
  await vendor.call('DELETE', `/api/customers/${id}`);
  await followEvents(app);
  const { items } = await ofCustomer();
  assert.deepEqual(
    items.map(({ type, data }) => [type, 'isDeleted' in data]),
    [
      ['customer.created', false],
      ['customer.updated', false],
      ['customer.deleted', true],
    ],
  );
  assert.doesNotMatch(JSON.stringify(items), new RegExp(`${email}|Hopper`));
});

test('what events show of the documents and payments of a customer goes with the customer, too', async () => {
  const variations = [{ id: 'documented-once', name: 'Once', prices: { EUR: 30, USD: 30 } }];
  await vendor.call('POST', '/api/products', { id: 'documented', name: 'Documented', variations });
  const { id, email, auth } = await shopper(app);
  const { pay } = await checkOut(
    app,
    [{ type: 'Product', productId: 'documented', variationId: 'documented-once', quantity: 1 }],
    auth,
  );
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Grace Hopper', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await followEvents(app);
  const newest = async () => JSON.stringify((await list('order=newest&pageSize=100')).items);
  assert.match(await newest(), /"document\.issued".*Grace Hopper/);
  await vendor.call('DELETE', `/api/customers/${id}`);
  await followEvents(app);
  assert.doesNotMatch(await newest(), new RegExp(`${email}|Hopper`));
});

/** A guest buys for an address that nobody proves; returns the order. */
async function guestBuys(email: string): Promise<string> {
  const { orderId, pay } = await checkOut(app, [
    { type: 'Product', productId: 'documented', variationId: 'documented-once', quantity: 1 },
  ]);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus Guest', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await followEvents(app);
  return orderId;
}

const shownOf = async (orderId: string) =>
  JSON.stringify((await list(`subject=order/${orderId}&order=oldest`)).items);

test('what events show of a guest, who never proved the address, goes with the customer of that address', async () => {
  const email = 'gus-who-never-proved@example.com';
  const orderId = await guestBuys(email);
  assert.match(await shownOf(orderId), /order\.paid.*Gus Guest.*order\.completed.*Gus Guest/);
  const customer = await findCustomerByEmail(app.ctx, email);
  await vendor.call('DELETE', `/api/customers/${customer?.id}`);
  await followEvents(app);
  const everything = JSON.stringify((await list('order=newest&pageSize=100')).items);
  assert.doesNotMatch(everything, new RegExp(`${email}|Gus Guest`));
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  await runJobs(app);
  await followEvents(app);
  const later = await shownOf(orderId);
  assert.match(later, /order\.refunded/);
  assert.doesNotMatch(later, new RegExp(`${email}|Gus Guest`), 'nor do later events show them');
});

test('what events show of an operator goes with the operator', async () => {
  const { operator } = await operatorAtWork(app, 'Support');
  await followEvents(app);
  const ofOperator = async () => (await list(`subject=operator/${operator.id}`)).items;
  const [signedIn = assert.fail()] = await ofOperator();
  assert.deepEqual(signedIn.actor, { type: 'Operator', id: operator.id });
  assert.deepEqual(signedIn.data, await vendor.call('GET', `/api/operators/${operator.id}`));
  const narrow = await merchantOf(app, app.demo, 'events:read');
  const link = { id: operator.id, link: `/api/operators/${operator.id}` };
  const thin = await narrow.call<EventBody>('GET', `/api/events/${signedIn.id}`);
  assert.deepEqual(thin.data, link, 'only keys that may read operators see them');
  await vendor.call('DELETE', `/api/operators/${operator.id}`);
  await followEvents(app);
  assert.deepEqual(
    (await ofOperator()).map(({ data }) => data),
    [link],
  );
});

test('a stranger who signs up with the address of a guest, and leaves, takes nothing away', async () => {
  const stranger = await shopper(app);
  const orderId = await guestBuys(stranger.email);
  const left = await app.inject({
    method: 'DELETE',
    url: '/api/customer/identity',
    headers: stranger.auth,
    payload: { password: 'Str0ng!passw0rd' },
  });
  assert.ok(left.statusCode < 300, left.body);
  await followEvents(app);
  assert.match(await shownOf(orderId), /order\.completed.*Gus Guest/);
});

test('each of many licenses that are granted and revoked together has its events', async () => {
  await createLicensedProduct(app.ctx, { id: 'many', name: 'Many' });
  const customer = { email: 'many@example.com' };
  const requests = [{ productId: 'many', quantity: 201 }];
  const licenses = await provisionLicenses(app.ctx, { customer, requests });
  await vendor.call('DELETE', `/api/customers/${licenses[0]?.customerId}`);
  await followEvents(app);
  const ids = licenses.map(({ id }) => id).toSorted();
  for (const type of ['license.issued', 'license.revoked']) {
    const events = await listEvents(app.ctx, { types: [type], isNewestFirst: true, limit: 201 });
    assert.deepEqual(events.map(({ subjectId }) => subjectId).toSorted(), ids, type);
  }
});

test('old events go, and the numbers of the next ones go on', async () => {
  const { items } = await list('pageSize=1');
  const [before] = (await list('subject=account/demo&pageSize=1')).items;
  // A clock that was wrong for a moment: a later event is older than those before it.
  const now = app.system.clock.now();
  app.system.clock.set(new Date(now.getTime() - 40 * 86_400_000));
  await vendor.call('PATCH', '/api/settings', { locale: 'fr' });
  app.system.clock.set(now);
  await followEvents(app);
  while ((await purgeOldEvents(app.system)) > 0);
  const rest = (await list('pageSize=1')).items;
  assert.equal(rest[0]?.sequence, items[0]?.sequence, 'only the one that is too old went');
  app.system.clock.advance(31 * 86_400_000);
  while ((await purgeOldEvents(app.system)) > 0);
  assert.deepEqual((await list()).items, []);
  await vendor.call('PATCH', '/api/settings', { locale: 'en' });
  await followEvents(app);
  const [next] = (await list()).items;
  assert.equal(next?.sequence, (items[0]?.sequence ?? 0) + 2);
  assert.equal(next?.subject.sequence, (before?.subject.sequence ?? 0) + 2);
});
