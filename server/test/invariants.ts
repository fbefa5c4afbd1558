import assert from 'node:assert/strict';
import { type RawBuilder, sql } from 'kysely';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { LicensingTables } from '../src/modules/licensing/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { Reader } from '../src/platform/database/database.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import type { MailTables } from '../src/platform/mail/tables.ts';

/**
 * Fails with every invariant that the database breaks (design: quality, invariants). Call it after each race and each
 * fault, while nothing writes.
 */
export async function assertInvariants(reader: Reader): Promise<void> {
  assert.deepEqual(await brokenInvariants(reader), []);
}

/** The broken invariants, as sentences with the keys of the rows. */
export async function brokenInvariants(reader: Reader): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, query] of [...INVARIANTS, ...REFERENCES.map(orphans)]) {
    const { rows } = await query.execute(reader.tables<unknown>());
    broken.push(...rows.map(({ subject }) => `${sentence}: ${subject}`));
  }
  return [...broken, ...(await withoutJob(reader)), ...(await incompleteOrders(reader))];
}

type Invariant = readonly [sentence: string, query: RawBuilder<{ readonly subject: string }>];

/** Each query finds violations. */
const INVARIANTS: readonly Invariant[] = [
  [
    'the seats in use are more than there are, or not those that are counted',
    sql`select licenses.id as subject from licenses where active_activations > max_activations
      or active_activations <> (select count(*) from activations where activations.account_id = licenses.account_id
        and activations.license_id = licenses.id and activations.status = 'Active')`,
  ],
  [
    'a device holds two seats of one license',
    sql`select license_id as subject from activations where status = 'Active'
      group by account_id, license_id, device_signature having count(*) > 1`,
  ],
  [
    'a device has two trials of one product',
    sql`select min(id) as subject from trials group by account_id, product_id, device_signature having count(*) > 1`,
  ],
  [
    'an order is completed without a payment, or with two',
    sql`select id as subject from orders where status = 'Completed' and 1 <> (select count(*) from payments
      where payments.account_id = orders.account_id and payments.subject_kind = 'Order' and payments.subject_id = orders.id and payments.status = 'Succeeded')`,
  ],
  [
    'a payment has succeeded and its order is not completed',
    sql`select payments.id as subject from payments inner join orders on orders.account_id = payments.account_id
      and payments.subject_kind = 'Order' and orders.id = payments.subject_id where payments.status = 'Succeeded' and orders.status <> 'Completed'`,
  ],
  [
    'a payment of an order is for nothing, or an order was completed with another purchase than was paid',
    sql`select payments.id as subject from payments inner join orders on orders.account_id = payments.account_id
      and payments.subject_kind = 'Order' and orders.id = payments.subject_id
      left join purchases on purchases.account_id = payments.account_id and purchases.payment_id = payments.id
      where purchases.order_id is null or purchases.order_id <> orders.id
        or purchases.is_fulfilled <> (payments.status = 'Succeeded')`,
  ],
  [
    'an order says that a payment is on its way and none is, or the other way round',
    sql`select id as subject from orders where (status = 'PaymentProcessing') <> exists (select 1 from payments
      where payments.account_id = orders.account_id and payments.subject_kind = 'Order' and payments.subject_id = orders.id and payments.status = 'Pending')`,
  ],
  [
    'an order is completed without a content or a time',
    sql`select id as subject from orders where (status = 'Completed') <> (completed_at is not null)
      or status = 'Completed' and content is null`,
  ],
  [
    'a completed order is nobody’s although nothing of it waits for the proof of an address',
    sql`select id as subject from orders where status = 'Completed' and customer_id is null and not exists (
      select 1 from licenses where licenses.account_id = orders.account_id and licenses.order_id = orders.id
        and licenses.awaits_email_key is not null)`,
  ],
  [
    'a license is of an order that is not completed, or of another customer than the order',
    sql`select licenses.id as subject from licenses inner join orders on orders.account_id = licenses.account_id
      and orders.id = licenses.order_id where orders.status <> 'Completed' or orders.customer_id <> licenses.customer_id`,
  ],
  [
    'a session is at another generation than its newest refresh token',
    sql`select id as subject from sessions where generation <> (select max(generation) from refresh_tokens
      where refresh_tokens.account_id = sessions.account_id and refresh_tokens.session_id = sessions.id)`,
  ],
];

/** Columns that name a row of another table of the same account. */
const REFERENCES: readonly (readonly [table: string, column: string, target: string])[] = [
  ['activations', 'license_id', 'licenses'],
  ['licenses', 'customer_id', 'customers'],
  ['licenses', 'product_id', 'products'],
  ['licenses', 'order_id', 'orders'],
  ['orders', 'customer_id', 'customers'],
  ['order_lines', 'order_id', 'orders'],
  ['order_lines', 'variation_id', 'variations'],
  ['purchases', 'order_id', 'orders'],
  ['purchases', 'payment_id', 'payments'],
  ['payment_events', 'payment_id', 'payments'],
  ['sessions', 'customer_id', 'customers'],
  ['refresh_tokens', 'session_id', 'sessions'],
  ['trials', 'product_id', 'products'],
  ['trials', 'customer_id', 'customers'],
  ['variations', 'product_id', 'products'],
];

function orphans([table, column, target]: (typeof REFERENCES)[number]): Invariant {
  const name = sql.ref(`${table}.${column}`);
  return [
    `${table} name ${target} that the account does not have`,
    sql`select ${name} as subject from ${sql.table(table)} where ${name} is not null and not exists (
      select 1 from ${sql.table(target)} where ${sql.ref(`${target}.account_id`)} = ${sql.ref(`${table}.account_id`)}
      and ${sql.ref(`${target}.id`)} = ${name})`,
  ];
}

const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Mails and payments that wait for a job which is not there. */
async function withoutJob(reader: Reader): Promise<string[]> {
  const db = reader.tables<JobTables & MailTables & PaymentTables>();
  const jobs = await db.selectFrom('jobs').select('payload').execute();
  const awaited = new Set(jobs.flatMap(({ payload }) => JSON.stringify(payload).match(GUID) ?? []));
  const mails = await db.selectFrom('mails').select('id').where('status', '=', 'Queued').execute();
  const payments = await db.selectFrom('payments').select('id').where('status', '=', 'Pending').execute();
  const missing = (sentence: string, rows: readonly { readonly id: string }[]): string[] =>
    rows.filter(({ id }) => !awaited.has(id)).map(({ id }) => `${sentence}: ${id}`);
  return [
    ...missing('a payment is on its way and nothing will ever ask about it', payments),
    ...missing('a mail is to be sent and no job does it', mails),
  ];
}

/** Completed orders whose licenses are not exactly those that were paid for. */
async function incompleteOrders(reader: Reader): Promise<string[]> {
  const orders = await reader
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['accountId', 'id', 'content'])
    .where('status', '=', 'Completed')
    .execute();
  const licenses = await reader
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['accountId', 'orderId', 'orderLineId', 'productId'])
    .where('orderId', 'is not', null)
    .execute();
  const licensesByOrder = Map.groupBy(licenses, ({ accountId, orderId }) => `${accountId}/${orderId}`);
  return orders.flatMap(({ accountId, id, content }) => {
    const paid = (content?.grants ?? []).flatMap(({ lineId, productId, quantity }) =>
      Array<string>(quantity).fill(`${lineId} ${productId}`),
    );
    const granted = (licensesByOrder.get(`${accountId}/${id}`) ?? []).map(
      (row) => `${row.orderLineId} ${row.productId}`,
    );
    const isComplete = paid.toSorted().join() === granted.toSorted().join();
    return isComplete ? [] : [`an order has other licenses than were paid for: ${id}`];
  });
}
