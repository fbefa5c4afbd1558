import type { Context } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
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
    caller,
    links,
  }: {
    readonly customerId: string | undefined;
    /** The same customer as read for this request, who need not be read again. */
    readonly caller?: Customer | undefined;
    readonly links?: CheckoutLinks | undefined;
  },
) {
  const isOwner = customerId !== undefined && customerId === view.order.customerId;
  const billing = isOwner ? await currentBilling(ctx, view.order, caller) : undefined;
  const refusals = (await cartRefusals(ctx, view, customerId)).map(({ message }) => message);
  const isStranger = view.order.customerId !== null && !isOwner;
  return orderBody(view, { billing, isStranger, links, refusals, pictures: itemPresenter(ctx).pictures });
}
