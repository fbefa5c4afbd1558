import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '@latchkey/sdk';
import { add, become, makeShop } from '../../test/cart-shop.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { isReadyToPay } from '../cart-page/cart-checkout.ts';
import { isGone } from './cart-store.ts';

/** The next event in a browser with two tabs; `order` chooses one of the existing ones. */
type Step =
  | { readonly kind: 'Add'; readonly tab: number; readonly product: string }
  | { readonly kind: 'Read'; readonly tab: number; readonly isLost: boolean; readonly isStored: boolean }
  /** The cart is sent to the payment. */
  | { readonly kind: 'Pay' }
  | { readonly kind: 'Arrive' | 'Deliver' | 'GiveUp' | 'Cancel'; readonly order: number };

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const tab = fc.nat({ max: 1 });
const order = fc.nat({ max: 4 });
const product = fc.constantFrom('app', 'synth');
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('Add'), tab, product }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('Read'), tab, isLost: fc.boolean(), isStored: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('Pay') }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('Arrive'), order }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('Deliver'), order }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('GiveUp'), order }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('Cancel'), order }) },
);

type Shop = ReturnType<typeof makeShop>;
type Units = Readonly<Record<string, number>>;

interface Walk {
  readonly shop: Shop;
  readonly tabs: readonly ReturnType<Shop['openTab']>[];
  /** The units that the buyer added, by product. */
  readonly demand: Map<string, number>;
  /** Orders that were cancelled: whether their units are bought depends on when a tab reads them. */
  readonly cancellations: Set<string>;
  /** A cart was sent to the payment while an earlier one was pending: both may buy the same items. */
  mayBuyTwice: boolean;
}

function isPending({ shop }: Walk): boolean {
  return [...shop.orders.values()].some(({ status }) => status === 'PaymentProcessing');
}

async function take(walk: Walk, step: Step): Promise<void> {
  const { shop, tabs, demand } = walk;
  switch (step.kind) {
    case 'Add':
      await tabs[step.tab]?.edit(add(step.product));
      demand.set(step.product, (demand.get(step.product) ?? 0) + 1);
      return;
    case 'Read':
      if (step.isLost) (step.isStored ? shop.lostAnswers : shop.failures).push(new ConnectionLost('offline'));
      await tabs[step.tab]?.refresh();
      shop.lostAnswers.length = 0;
      shop.failures.length = 0;
      return;
    case 'Pay': {
      const cart = shop.orders.get(shop.record()?.orderId ?? '');
      const [first] = tabs;
      if (cart?.status !== 'Open' || cart.items.length === 0 || first === undefined) return;
      // A buyer who learns that something was bought first reads the cart.
      if (!(await isReadyToPay(first))) return;
      walk.mayBuyTwice ||= isPending(walk);
      become(shop, cart.id, { status: 'PaymentProcessing' });
      return;
    }
    default:
      return happen(walk, step);
  }
}

/** An event of an order that is being paid, or was. */
function happen({ shop, cancellations }: Walk, step: Step & { readonly order: number }): void {
  const orders = [...shop.orders.values()];
  const subject = orders[step.order % Math.max(1, orders.length)];
  if (subject === undefined) return;
  const { id, status, cancelledAt } = subject;
  if (step.kind === 'Arrive' && status === 'PaymentProcessing') become(shop, id, { status: 'Paid' });
  if (step.kind === 'GiveUp' && status === 'PaymentProcessing') become(shop, id, { status: 'Open' });
  if (status !== 'Paid' || cancelledAt !== undefined) return;
  if (step.kind === 'Deliver') become(shop, id, { status: 'Completed' });
  if (step.kind === 'Cancel') {
    become(shop, id, { cancelledAt: '2026-03-01T10:00:00.000Z' });
    cancellations.add(id);
  }
}

/** The units of these orders, by product. */
function unitsOf(orders: readonly { readonly items: readonly object[] }[]): Units {
  const units: Record<string, number> = {};
  for (const item of orders.flatMap(({ items }) => items)) {
    const { productId, quantity }: Partial<Record<string, unknown>> = { ...item };
    units[String(productId)] = (units[String(productId)] ?? 0) + Number(quantity);
  }
  return units;
}

async function assertEnded(walk: Walk): Promise<void> {
  const { shop, tabs, demand, cancellations, mayBuyTwice } = walk;
  for (const { id, status } of shop.orders.values())
    if (status === 'PaymentProcessing') become(shop, id, { status: 'Completed' });
  for (const each of [...tabs, ...tabs]) {
    await each.refresh();
    assert.equal(each.state().failure, undefined);
  }
  const orders = [...shop.orders.values()];
  const paid = orders.filter(({ status }) => status === 'Paid' || status === 'Completed');
  const current = orders.filter(({ id, status }) => id === shop.record()?.orderId && status === 'Open');
  assert.ok(
    current.length === 0 || shop.record()?.takeOuts === undefined,
    'something is still to be taken out',
  );
  const [units, without] = [
    unitsOf([...paid, ...current]),
    unitsOf([...paid.filter(({ id }) => !cancellations.has(id)), ...current]),
  ];
  for (const [name, count] of demand) {
    assert.ok((units[name] ?? 0) >= count, `${name}: ${count} were put in, ${units[name]} are there`);
    assert.ok(mayBuyTwice || (without[name] ?? 0) <= count, `${name}: ${without[name]}, not ${count}`);
  }
}

it('loses nothing that the buyer put in, and buys nothing twice, whatever becomes of the payments', async () => {
  let catchUps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40, size: 'max' }), async (path) => {
      const shop = makeShop();
      const tabs = [shop.openTab(), shop.openTab()];
      const walk = { shop, tabs, demand: new Map(), cancellations: new Set<string>(), mayBuyTwice: false };
      for (const step of path) await take(walk, step).catch(refuseOther);
      await assertEnded(walk);
      catchUps += tabs
        .flatMap((each) => each.state().changes)
        .filter((change) => change.kind === 'Bought').length;
    }),
    { numRuns: 100 },
  );
  assert.ok(catchUps > 0, 'no cart took anything out');
});

function refuseOther(error: unknown): void {
  if (!(error instanceof Refusal) || isGone(error)) throw error;
}
