import type { Account } from '../../modules/accounts/index.ts';
import {
  currentBilling,
  cartRefusals,
  type CheckoutLinks,
  type OrderView,
} from '../../modules/orders/index.ts';
import type { System } from '../../platform/system.ts';
import { orderBody } from '../wire/order.ts';
import { itemPresenter } from '../wire/product.ts';

/** The answer that shows an order to a caller: who is billed, to the customer it belongs to and nobody else. */
export async function orderAnswer(
  system: System,
  account: Account,
  view: OrderView,
  {
    customerId,
    links,
  }: { readonly customerId: string | undefined; readonly links?: CheckoutLinks | undefined },
) {
  const isOwner = customerId !== undefined && customerId === view.order.customerId;
  const billing = isOwner ? await currentBilling(system, view.order) : undefined;
  const refusals = await cartRefusals(system, account, view, customerId);
  return orderBody(view, { billing, links, refusals, iconUrl: itemPresenter(system, account).iconUrl });
}
