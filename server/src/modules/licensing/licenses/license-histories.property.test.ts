import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { IS_LONG } from '../../../../test/length.ts';
import { insertOrder, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { Problem } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { coversLess } from '../domain/release-access.ts';
import {
  findLicense,
  grantLicenses,
  type License,
  restoreReturnedLicenses,
  restoreSuspendedLicenses,
  revokeReturnedLicenses,
  suspendLicenses,
  transferLicense,
  updateLicense,
  upgradeLicense,
} from '../index.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

/** What happens to a license; a number names one of the orders that changed it. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('upgrade' as const), major: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ kind: fc.constant('renewal' as const), months: fc.integer({ min: 1, max: 24 }) }),
  fc.record({ kind: fc.constant('everything' as const) }),
  fc.record({
    kind: fc.constantFrom(
      'refund' as const,
      'refundFails' as const,
      'dispute' as const,
      'disputeWon' as const,
    ),
    order: fc.nat(),
  }),
  fc.record({ kind: fc.constant('transfer' as const) }),
  fc.record({ kind: fc.constant('vendorRaises' as const), major: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 1, max: 500 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const TAKES: ReadonlySet<string> = new Set(['refund', 'dispute']);

/** A license with its orders, and what happens to it. */
async function history() {
  const [product, first, second] = [
    await scenario.product(),
    await scenario.customer(),
    await scenario.customer(),
  ];
  const work = <Result>(run: (tx: CommandTx) => Promise<Result>) => transaction(scenario.ctx, run);
  const grant = { customerId: first.id, productId: product.id, quantity: 1, upToMajor: 1 };
  const [license] = await work((tx) => grantLicenses(tx, grant));
  assert.ok(license);
  const { id } = license;
  const look = async () => (await findLicense(scenario.ctx, id)) ?? assert.fail();
  const orders: string[] = [];
  let isOver = false;
  const buy = async (gives: { updatesMonths?: number; upToMajor?: number }): Promise<void> => {
    const orderId = await insertOrder(scenario);
    const { customerId } = await look();
    const isBought = await work((tx) =>
      upgradeLicense(tx, {
        licenseId: id,
        customerId,
        kind: gives.updatesMonths === undefined ? 'Upgrade' : 'Renewal',
        productId: product.id,
        variationId: null,
        gives,
        keepsLicense: false,
        fromProductId: product.id,
        orderId,
        orderLineId: 'line',
      }),
    ).then(
      () => true,
      (error: unknown) => {
        // Nothing is sold twice.
        assert.ok(error instanceof Problem && error.errorType === 'LicenseNotUpgradable', String(error));
        return false;
      },
    );
    if (isBought) orders.push(orderId);
  };
  const run = async (each: Step): Promise<void> => {
    const orderId = 'order' in each ? orders[each.order % Math.max(1, orders.length)] : undefined;
    if ('order' in each && orderId === undefined) return;
    const order = orderId ?? '';
    const units = [{ lineId: 'line', quantity: 1, returnedInAll: 1 }];
    switch (each.kind) {
      case 'upgrade':
        return buy({ upToMajor: each.major });
      case 'renewal':
        return buy({ updatesMonths: each.months });
      case 'everything':
        return buy({});
      case 'refund':
        await work((tx) => revokeReturnedLicenses(tx, order, units));
        return undefined;
      case 'refundFails':
        return work((tx) => restoreReturnedLicenses(tx, order, units));
      case 'dispute':
        return work((tx) => suspendLicenses(tx, { orderId: order }));
      case 'disputeWon':
        return work((tx) => restoreSuspendedLicenses(tx, { orderId: order }));
      case 'transfer': {
        const { customerId } = await look();
        const ownerId = customerId === first.id ? second.id : first.id;
        await work((tx) => transferLicense(tx, id, { ownerId }));
        return undefined;
      }
      case 'vendorRaises': {
        const { upToMajor } = await look();
        if (upToMajor === null || upToMajor >= each.major) return undefined;
        isOver = true;
        await updateLicense(scenario.ctx, id, { upToMajor: each.major });
        return undefined;
      }
      case 'time':
        scenario.clock.advance(each.days * 86_400_000);
        return undefined;
    }
  };
  /** Takes back everything that was bought. */
  const takeBack = async (): Promise<void> => {
    for (const [index] of orders.entries()) await run({ kind: 'refund', order: index });
  };
  return { look, run, takeBack, hasVendorChange: () => isOver };
}

const limitsOf = ({ updatesUntil, upToMajor, productId }: License) => ({
  productId,
  updatesUntil,
  upToMajor,
});

test('whatever happens, a license covers less only by a refund or a dispute, and never less than what is left of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { look, run, takeBack, hasVendorChange } = await history();
      for (const each of steps) {
        const before = await look();
        await run(each);
        const now = await look();
        if (!TAKES.has(each.kind)) assert.ok(!coversLess(before, now), each.kind);
        assert.deepEqual([now.activeActivations, now.maxActivations], [0, before.maxActivations]);
        assert.ok((now.upToMajor ?? 1) >= 1, 'never less than what the license began with');
      }
      await takeBack();
      if (!hasVendorChange())
        assert.deepEqual(limitsOf(await look()), {
          ...limitsOf(await look()),
          updatesUntil: null,
          upToMajor: 1,
        });
    }),
    { numRuns: IS_LONG ? 300 : 40 },
  );
});
