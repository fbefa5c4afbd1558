import { Type, type Static } from 'typebox';
import { toAddress } from '../../modules/customers/index.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import { type Billing, updateBilling } from '../../modules/orders/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { customerOf } from '../guards/caller.ts';
import { AddressInput } from '../wire/address.ts';
import { guidOf } from '../wire/ids.ts';
import { OrderBody } from '../wire/order.ts';
import { orderAnswer } from './order-answer.ts';

const MAX_TEXT = 200;
const optionalText = Type.Optional(Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()]));

const BillingBody = Type.Object(
  {
    name: Type.String({ pattern: String.raw`\S`, errorMessage: 'must not be blank' }),
    email: Type.String({ description: 'The receipt goes there.' }),
    businessName: optionalText,
    taxId: optionalText,
    phone: optionalText,
    address: Type.Optional(Type.Union([AddressInput, Type.Null()])),
  },
  { title: 'BillingDetails' },
);

/** Who is billed for a cart (extended API, section A). */
export function registerOrderBilling(app: App, system: System): void {
  const common = {
    tags: ['Orders'],
    params: Type.Object({ orderId: Type.String() }),
    response: { 200: OrderBody, ...problems(401, 403, 409) },
  };
  const url = '/api/customer/orders/:orderId/billing-details';
  app.route({
    method: 'PATCH',
    url,
    config: { access: access.optionalCustomer(), alsoCheck: profileIssues },
    schema: {
      ...common,
      operationId: 'updateBillingDetails',
      summary: 'Say who is billed for an order',
      description:
        'In place of what the customer is known by. Of a customer’s order only that customer says it.',
      body: BillingBody,
    },
    handler: (request) => change(request, billingOf(request.body)),
  });
  app.route({
    method: 'DELETE',
    url,
    config: { access: access.optionalCustomer() },
    schema: {
      ...common,
      operationId: 'deleteBillingDetails',
      summary: 'Go back to billing the customer as they are known',
    },
    handler: (request) => change(request, {}),
  });

  async function change(
    request: Parameters<typeof customerOf>[0] & { readonly params: { readonly orderId: string } },
    billing: Billing,
  ) {
    const customer = customerOf(request);
    const orderId = guidOf(request.params.orderId);
    const view = await updateBilling(system, request.account, { orderId, customer, billing });
    return orderAnswer(system, request.account, view, { customerId: customer?.id });
  }
}

function billingOf({ name, email, address, ...rest }: Static<typeof BillingBody>): Billing {
  return {
    name: name.trim(),
    email: email.trim(),
    businessName: textOf(rest.businessName),
    taxId: textOf(rest.taxId),
    phone: textOf(rest.phone),
    address: address ? toAddress(address) : null,
  };
}

/** Blank is as good as none. */
function textOf(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
