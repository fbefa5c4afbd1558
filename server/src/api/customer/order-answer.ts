import type { Context } from '../../modules/accounts/index.ts';
import {
  cartRefusals,
  type CheckoutLinks,
  currentBilling,
  type OrderView,
} from '../../modules/orders/index.ts';
import { orderBody } from '../wire/order.ts';
import { itemPresenter } from '../wire/product.ts';

/** The response that shows an order to a caller: only the customer who owns it sees the billing details. */
export async function orderAnswer(
  ctx: Context,
  view: OrderView,
  {
    customerId,
    links,
  }: { readonly customerId: string | undefined; readonly links?: CheckoutLinks | undefined },
) {
  const isOwner = customerId !== undefined && customerId === view.order.customerId;
  const billing = isOwner ? await currentBilling(ctx, view.order) : undefined;
  const refusals = (await cartRefusals(ctx, view, customerId)).map(({ message }) => message);
  return orderBody(view, { billing, links, refusals, iconUrl: itemPresenter(ctx).iconUrl });
}
