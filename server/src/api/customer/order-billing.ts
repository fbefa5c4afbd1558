import { type Static, Type } from '../../kernel/schema.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import {
  type Billing,
  billingOfCustomer,
  orderCompleted,
  orderOfSubscription,
  orderOfAnotherCustomer,
  paymentInProgress,
  updateBilling,
} from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerOf } from '../guards/caller.ts';
import { billingDetailsInput, billingDetailsOf } from '../wire/billing.ts';
import { guidOf } from '../wire/ids.ts';
import { OrderBody } from '../wire/order.ts';
import { orderAnswer } from './order-answer.ts';

const BillingInput = Type.Object(
  {
    name: Type.String({ pattern: String.raw`\S`, errorMessage: 'must not be blank' }),
    email: Type.String({ description: 'The receipt goes there.' }),
    ...billingDetailsInput,
  },
  { title: 'BillingDetails' },
);

/** The billing details of a cart (extended API, section A). */
export function registerOrderBilling(app: App): void {
  const common = {
    tags: ['Orders'],
    params: Type.Object({ orderId: Type.String() }),
    response: {
      200: OrderBody,
      ...problems(
        billingOfCustomer,
        orderOfAnotherCustomer,
        orderCompleted,
        orderOfSubscription,
        paymentInProgress,
      ),
    },
  };
  const url = '/api/customer/orders/:orderId/billing-details';
  app.route({
    method: 'PATCH',
    url,
    config: { access: access.optionalCustomer() },
    schema: {
      ...common,
      operationId: 'updateBillingDetails',
      summary: 'Set the billing details of an order',
      description:
        'Overrides the customer’s own details. For a customer’s order, only that customer can set it. For a guest’s cart, the checkout page is prefilled with it if opened in the same network; the guest confirms it by paying.',
      body: BillingInput,
    },
    handler: (request) => {
      refuseIssues(profileIssues(request.body));
      return change(request, billingOf(request.body));
    },
  });
  app.route({
    method: 'DELETE',
    url,
    config: { access: access.optionalCustomer() },
    schema: {
      ...common,
      operationId: 'deleteBillingDetails',
      summary: 'Reset the billing details to those of the customer',
      description:
        'Removes the billing details of the order; the customer’s name, email and address apply again.',
    },
    handler: (request) => change(request, {}),
  });
}

function billingOf({ name, email, ...details }: Static<typeof BillingInput>): Billing {
  return { name: name.trim(), email: email.trim(), ...billingDetailsOf(details) };
}

async function change(
  request: Parameters<typeof customerOf>[0] & { readonly params: { readonly orderId: string } },
  billing: Billing,
) {
  const customer = customerOf(request);
  const orderId = guidOf(request.params.orderId);
  const network = clientNetwork(request);
  const view = await updateBilling(request.context, { orderId, customer, billing, network });
  return orderAnswer(request.context, view, { customerId: customer?.id });
}
