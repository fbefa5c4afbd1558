import { randomUUID } from 'node:crypto';
import { type Context, findAccount } from '../server/src/modules/accounts/index.ts';
import { addCustomer } from '../server/src/modules/customers/index.ts';
import { payOrder, updateOrder } from '../server/src/modules/orders/index.ts';
import { openSystem } from '../server/src/open-system.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { transaction } from '../server/src/platform/context/context.ts';
import { createLog } from '../server/src/platform/log.ts';
import { testContext } from '../server/test/context.ts';
import { GUEST_LINK } from '../server/test/shop.ts';
import type { Arena } from './arena.ts';
import { productId } from './seed.ts';

/** Opens the database of an arena while its server does not run, with the provider for development. */
export async function withSystem<Result>(
  { environment }: Pick<Arena, 'environment'>,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const config = readConfig({ ...environment, NODE_ENV: 'development' });
  const { system, close } = await openSystem(config, createLog('error'));
  try {
    const account = await findAccount(system, 'bench');
    if (account === undefined) throw new Error('the arena has no account');
    return await work(testContext(system, account));
  } finally {
    await close();
  }
}

/** A new customer, in whose name is `Buyer`, buys a variation of the first product, and has it at once. */
export async function buy(ctx: Context, variationId: string): Promise<void> {
  const name = `Buyer ${ctx.ids.guid()}`;
  const email = `${ctx.ids.guid()}@example.com`;
  const customer = await transaction(ctx, (tx) => addCustomer(tx, { email, name }));
  if (customer === undefined) throw new Error(`${email} is taken`);
  const { id: customerId } = customer;
  const orderId = randomUUID();
  const items = [{ type: 'Product' as const, productId: productId(0), variationId, quantity: 1 }];
  await updateOrder(ctx, { orderId, customerId, patch: { items, utm: {} } });
  await payOrder(ctx, {
    orderId,
    link: { ...GUEST_LINK, buyer: { kind: 'Customer', customerId } },
    buyer: { name, email },
    returnUrl: 'https://shop.example',
    recurringWording: '2026-12',
    input: { sandboxMethod: 'Succeeds' },
  });
}
