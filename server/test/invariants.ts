import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { LicensingTables } from '../src/modules/licensing/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import { brokenInvariants as brokenSubscriptions } from '../src/modules/subscriptions/store-invariants.ts';
import { COUPON_INVARIANTS, type Invariant } from './coupon-invariants.ts';
import type { Reader } from '../src/platform/database/database.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import type { MailTables } from '../src/platform/mail/tables.ts';
import { wrongDays, wrongLines } from './line-invariants.ts';
import { missingCreditNotes, wrongReturns } from './refund-invariants.ts';
import { wrongTotals } from './total-invariants.ts';

/**
 * Fails with every invariant that the database violates (design: quality, invariants). Call it after each race and each
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
  return [
    ...broken,
    ...(await withoutJob(reader)),
    ...(await incompleteOrders(reader)),
    ...(await wrongReturns(reader)),
    ...(await missingCreditNotes(reader)),
    ...(await wrongLines(reader)),
    ...(await wrongDays(reader)),
    ...(await wrongTotals(reader)),
    ...(await brokenSubscriptions(reader)).map(({ sentence, subject }) => `${sentence}: ${subject}`),
  ];
}

/** Each query finds violations. */
const INVARIANTS: readonly Invariant[] = [
  [
    'a line was sold by an order that is not paid',
    sql`select orders.id as subject from order_lines inner join orders on orders.account_id = order_lines.account_id
      and orders.id = order_lines.order_id where orders.status not in ('Paid', 'Completed')`,
  ],
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
    'a released device has kept the seat of an add-on',
    sql`select add_on_seats.activation_id as subject from add_on_seats
      inner join activations as parent on parent.account_id = add_on_seats.account_id and parent.id = add_on_seats.parent_id
      inner join activations as seat on seat.account_id = add_on_seats.account_id and seat.id = add_on_seats.activation_id
      where parent.status = 'Revoked' and seat.status = 'Active'`,
  ],
  [
    'a device has the seat of an add-on of another product, or of another customer',
    sql`select add_on_seats.activation_id as subject from add_on_seats
      inner join activations as parent on parent.account_id = add_on_seats.account_id and parent.id = add_on_seats.parent_id
      inner join licenses as whole on whole.account_id = parent.account_id and whole.id = parent.license_id
      inner join activations as seat on seat.account_id = add_on_seats.account_id and seat.id = add_on_seats.activation_id
      inner join licenses as part on part.account_id = seat.account_id and part.id = seat.license_id
      where parent.status = 'Active' and seat.status = 'Active' and (part.customer_id <> whole.customer_id
        or part.product_id <> add_on_seats.product_id or part.product_id not like whole.product_id || '.%')`,
  ],
  [
    'a device has two trials of one product',
    sql`select min(id) as subject from trials group by account_id, product_id, device_signature having count(*) > 1`,
  ],
  [
    'a payment has succeeded and its order is not paid',
    sql`select payments.id as subject from payments inner join orders on orders.account_id = payments.account_id
      and payments.subject_kind = 'Order' and orders.id = payments.subject_id where payments.status = 'Succeeded' and orders.status not in ('Paid', 'Completed')`,
  ],
  [
    'a payment of an order is for nothing, or an order was completed with another purchase than was paid',
    sql`select payments.id as subject from payments inner join orders on orders.account_id = payments.account_id
      and payments.subject_kind = 'Order' and orders.id = payments.subject_id
      left join purchases on purchases.account_id = payments.account_id and purchases.payment_id = payments.id
      where purchases.order_id is null and payments.status in ('Pending', 'Succeeded') or purchases.order_id <> orders.id
        or purchases.is_fulfilled <> (payments.status = 'Succeeded' and orders.status = 'Completed')`,
  ],
  [
    'an order says that a payment is on its way and none is, or the other way round',
    sql`select id as subject from orders where status in ('Open', 'PaymentProcessing') and (status = 'PaymentProcessing') <> exists (select 1 from payments
      where payments.account_id = orders.account_id and payments.subject_kind = 'Order' and payments.subject_id = orders.id and payments.status = 'Pending')`,
  ],
  [
    'an order is being paid, paid or completed without a content or a time, or has them too early',
    sql`select id as subject from orders where (status = 'Completed') <> (completed_at is not null)
      or (status = 'Open') <> (content is null) or (status in ('Paid', 'Completed')) <> (paid_at is not null)`,
  ],
  [
    'a completed order is nobody’s although nothing of it waits for the proof of an address',
    sql`select id as subject from orders where status = 'Completed' and customer_id is null and not exists (
      select 1 from licenses where licenses.account_id = orders.account_id and licenses.order_id = orders.id
        and licenses.awaits_email_key is not null) and not exists (
      select 1 from subscriptions where subscriptions.account_id = orders.account_id
        and subscriptions.id = orders.subscription_id and subscriptions.awaits_email_key is not null)`,
  ],
  [
    'a license is of an order that is not completed, or of another customer than the order',
    sql`select licenses.id as subject from licenses inner join orders on orders.account_id = licenses.account_id
      and orders.id = licenses.order_id where orders.status <> 'Completed' or orders.customer_id <> licenses.customer_id`,
  ],
  [
    'a completed order has no receipt and no invoice, or one that is not completed has a document',
    sql`select id as subject from orders where (status = 'Completed') <> exists (select 1 from documents
        where documents.account_id = orders.account_id and documents.order_id = orders.id and original_id is null)
      and not exists (select 1 from payments where payments.account_id = orders.account_id
        and payments.subject_kind = 'Order' and payments.subject_id = orders.id and payments.status = 'Succeeded'
        and (cast(payments.details as text) like '%invoiceUrl%' or cast(payments.terms as text) like '%"Provider"%'))
      and not exists (select 1 from subscriptions where subscriptions.account_id = orders.account_id
        and subscriptions.order_id = orders.id and external_id is not null)`,
  ],
  ...COUPON_INVARIANTS,
  [
    'a refund is of another subject than its payment',
    sql`select refunds.id as subject from refunds inner join payments on payments.account_id = refunds.account_id
      and payments.id = refunds.payment_id
      where payments.subject_kind <> refunds.subject_kind or payments.subject_id <> refunds.subject_id`,
  ],
  [
    'a refund has had its effects and has not succeeded, or the other way round',
    sql`select refunds.id as subject from order_refunds inner join refunds
      on refunds.account_id = order_refunds.account_id and refunds.id = order_refunds.refund_id
      where order_refunds.is_effective <> (refunds.status = 'Succeeded') or refunds.status = 'Failed'`,
  ],
  [
    'a refund of an order that is paid says nothing about its lines',
    sql`select refunds.id as subject from refunds inner join payments on payments.account_id = refunds.account_id
      and payments.id = refunds.payment_id inner join orders on orders.account_id = payments.account_id
      and payments.subject_kind = 'Order' and orders.id = payments.subject_id
      where payments.status = 'Succeeded' and refunds.status <> 'Failed' and not exists (select 1 from order_refunds
        where order_refunds.account_id = refunds.account_id and order_refunds.refund_id = refunds.id)`,
  ],
  [
    'a lost dispute is no refund, although money of its payment is left',
    sql`select disputes.id as subject from disputes inner join payments on payments.account_id = disputes.account_id
      and payments.id = disputes.payment_id where disputes.status = 'Lost' and disputes.handled_by = 'Vendor'
        and disputes.amount_minor > 0 and disputes.currency = coalesce(payments.received_currency, payments.currency)
        and payments.refunded_minor < coalesce(payments.received_minor, payments.amount_minor)
        and not exists (select 1 from refunds where refunds.account_id = disputes.account_id
          and refunds.dispute_id = disputes.id)`,
  ],
  [
    'a license is revoked for a reason and active, or suspended although no dispute is open or lost',
    sql`select licenses.id as subject from licenses where revocation_reason is not null and (status <> 'Revoked'
      or revocation_reason = 'Dispute' and not exists (select 1 from disputes
        where disputes.account_id = licenses.account_id and disputes.subject_kind = 'Order'
        and (disputes.subject_id = licenses.order_id or disputes.subject_id in (select id from orders
          where orders.account_id = licenses.account_id and orders.subscription_id = licenses.subscription_id)
          or exists (select 1 from subscriptions as merged
            where merged.account_id = licenses.account_id and merged.merged_into = licenses.subscription_id
            and (merged.order_id = disputes.subject_id or disputes.subject_id in (select id from orders
              where orders.account_id = merged.account_id and orders.subscription_id = merged.id))))
        and disputes.status <> 'Won' and disputes.handled_by = 'Vendor'))`,
  ],
  [
    'a license is revoked without a suspension, or active with one, or has the reason of another one',
    sql`select licenses.id as subject from licenses left join (select account_id, license_id,
        max(case reason when 'Refund' then 3 when 'Vendor' then 2 else 1 end) as top from license_suspensions
        group by account_id, license_id) as suspended
      on suspended.account_id = licenses.account_id and suspended.license_id = licenses.id
      where (licenses.status = 'Revoked') <> (top is not null)
        or coalesce(licenses.revocation_reason, 'Vendor')
          <> case top when 3 then 'Refund' when 1 then 'Dispute' else 'Vendor' end`,
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
  ['add_on_seats', 'parent_id', 'activations'],
  ['add_on_seats', 'activation_id', 'activations'],
  ['documents', 'order_id', 'orders'],
  ['licenses', 'customer_id', 'customers'],
  ['licenses', 'product_id', 'products'],
  ['licenses', 'order_id', 'orders'],
  ['license_suspensions', 'license_id', 'licenses'],
  ['license_changes', 'license_id', 'licenses'],
  ['orders', 'customer_id', 'customers'],
  ['order_lines', 'order_id', 'orders'],
  ['order_lines', 'variation_id', 'variations'],
  ['purchases', 'order_id', 'orders'],
  ['purchases', 'payment_id', 'payments'],
  ['payment_events', 'payment_id', 'payments'],
  ['refunds', 'payment_id', 'payments'],
  ['refunds', 'dispute_id', 'disputes'],
  ['disputes', 'payment_id', 'payments'],
  ['fraud_warnings', 'payment_id', 'payments'],
  ['order_refunds', 'refund_id', 'refunds'],
  ['order_refunds', 'order_id', 'orders'],
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

/** Mails, payments and paid orders that wait for a job which does not exist. */
async function withoutJob(reader: Reader): Promise<string[]> {
  const db = reader.tables<JobTables & MailTables & PaymentTables>();
  const jobs = await db.selectFrom('jobs').select('payload').execute();
  const awaited = new Set(jobs.flatMap(({ payload }) => JSON.stringify(payload).match(GUID) ?? []));
  const mails = await db.selectFrom('mails').select('id').where('status', '=', 'Queued').execute();
  const payments = await db.selectFrom('payments').select('id').where('status', '=', 'Pending').execute();
  const orders = await reader
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'Paid')
    .where('cancelledAt', 'is', null)
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'paymentId', 'origin'])
    .where('status', '=', 'Pending')
    .execute();
  // Refunds made at the provider are polled through their payment, or through a refund of ours of the same payment.
  const ours = new Set(
    refunds.flatMap(({ id, paymentId, origin }) => (origin === 'Vendor' && awaited.has(id) ? paymentId : [])),
  );
  const unasked = refunds.filter(({ id, paymentId, origin }) =>
    origin === 'Vendor' ? !awaited.has(id) : !awaited.has(paymentId) && !ours.has(paymentId),
  );
  const missing = (sentence: string, rows: readonly { readonly id: string }[]): string[] =>
    rows.filter(({ id }) => !awaited.has(id)).map(({ id }) => `${sentence}: ${id}`);
  return [
    ...missing('a payment is on its way and nothing will ever ask about it', payments),
    ...unasked.map(({ id }) => `a refund is on its way and nothing will ever ask about it: ${id}`),
    ...missing('an order is paid and no job delivers it', orders),
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
    .select(['accountId', 'id', 'orderId', 'orderLineId', 'productId'])
    .where('orderId', 'is not', null)
    .execute();
  const changes = await reader
    .tables<LicensingTables>()
    .selectFrom('licenseChanges')
    .select(['accountId', 'licenseId', 'baseProductId'])
    .where('keepsLicense', '=', false)
    .orderBy('position', 'desc')
    .execute();
  // An upgrade may have replaced the product that was granted.
  const grantedById = new Map(changes.map((row) => [`${row.accountId}/${row.licenseId}`, row.baseProductId]));
  const licensesByOrder = Map.groupBy(licenses, ({ accountId, orderId }) => `${accountId}/${orderId}`);
  return orders.flatMap(({ accountId, id, content }) => {
    const paid = (content?.grants ?? []).flatMap(({ lineId, productId, quantity }) =>
      Array<string>(quantity).fill(`${lineId} ${productId}`),
    );
    const granted = (licensesByOrder.get(`${accountId}/${id}`) ?? []).map(
      (row) => `${row.orderLineId} ${grantedById.get(`${accountId}/${row.id}`) ?? row.productId}`,
    );
    const isComplete = paid.toSorted().join() === granted.toSorted().join();
    return isComplete ? [] : [`an order has other licenses than were paid for: ${id}`];
  });
}
