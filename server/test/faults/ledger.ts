import type { CustomerTables } from '../../src/modules/customers/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/index.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import type { Reader } from '../../src/platform/database/database.ts';

/** The writes that the server has acknowledged: a client may rely on each of these forever. */
export interface Ledger {
  readonly customers: Set<string>;
  /** Order → quantity of its line. While a change is in progress, either of two may be true. */
  readonly orders: Map<string, { acknowledged: number; requested: number }>;
  readonly completed: Set<string>;
  /** Orders whose payment was accepted, regardless of its later outcome. */
  readonly paying: Set<string>;
  /** Activation → the moment in seconds of its newest token. */
  readonly activations: Map<string, number>;
  /** Activations whose release was acknowledged. */
  readonly released: Set<string>;
  /** Activations whose release was requested: the outcome is unknown. */
  readonly releasing: Set<string>;
}

export function emptyLedger(): Ledger {
  return {
    customers: new Set(),
    orders: new Map(),
    completed: new Set(),
    paying: new Set(),
    activations: new Map(),
    released: new Set(),
    releasing: new Set(),
  };
}

/** The number of entries in a ledger. */
export function countOf(ledger: Ledger): number {
  return Object.values(ledger).reduce((sum, { size }) => sum + size, 0);
}

/** Every acknowledged write that is missing in the database, as sentences. */
export async function lostWrites(reader: Reader, ledger: Ledger): Promise<string[]> {
  return [
    ...(await lostCustomers(reader, ledger)),
    ...(await lostOrders(reader, ledger)),
    ...(await lostActivations(reader, ledger)),
  ];
}

async function lostCustomers(reader: Reader, { customers }: Ledger): Promise<string[]> {
  const rows = await reader.tables<CustomerTables>().selectFrom('customers').select('id').execute();
  const rowIds = new Set(rows.map(({ id }) => id));
  return [...customers].filter((id) => !rowIds.has(id)).map((id) => `a customer is gone: ${id}`);
}

async function lostOrders(reader: Reader, ledger: Ledger): Promise<string[]> {
  const db = reader.tables<OrderTables>();
  const rows = await db.selectFrom('orders').select(['id', 'status', 'lines']).execute();
  const status = new Map(rows.map((row) => [row.id, row.status]));
  const quantity = new Map(rows.map(({ id, lines }) => [id, lines.at(-1)?.quantity]));
  const changed = [...ledger.orders]
    .filter(([id, { acknowledged, requested }]) => ![acknowledged, requested].includes(quantity.get(id) ?? 0))
    .map(
      ([id, { acknowledged }]) => `an order has ${quantity.get(id)} of a line, not ${acknowledged}: ${id}`,
    );
  const reopened = [...ledger.completed]
    .filter((id) => status.get(id) !== 'Completed')
    .map((id) => `a completed order is ${status.get(id)}: ${id}`);
  const declined = new Set(await declinedOrders(reader));
  const unpaid = [...ledger.paying]
    .filter((id) => (status.get(id) ?? 'Open') === 'Open' && !declined.has(id))
    .map((id) => `an order that was being paid is ${status.get(id)}: ${id}`);
  return [...changed, ...reopened, ...unpaid];
}

/** Orders that a declined payment has opened again. */
async function declinedOrders(reader: Reader): Promise<string[]> {
  const db = reader.tables<PaymentTables>();
  const rows = await db.selectFrom('payments').select('subjectId').where('status', '=', 'Failed').execute();
  return rows.map(({ subjectId }) => subjectId);
}

async function lostActivations(reader: Reader, ledger: Ledger): Promise<string[]> {
  const rows = await reader
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(['id', 'status', 'lastValidatedAt'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...ledger.activations].flatMap(([id, validatedSeconds]) => {
    const row = byId.get(id);
    if (row === undefined) return [`an activation is gone: ${id}`];
    if (Math.floor(row.lastValidatedAt.getTime() / 1_000) < validatedSeconds)
      return [`a validation is gone: ${id}`];
    if (ledger.released.has(id)) return row.status === 'Revoked' ? [] : [`a release is gone: ${id}`];
    return row.status === 'Active' || ledger.releasing.has(id)
      ? []
      : [`a seat was released by itself: ${id}`];
  });
}
