import type { Stripe } from 'stripe';
import { createSession } from './create-session.ts';
import { createCustomer } from './customers.ts';
import { declined, invalidRequest, missing } from './errors.ts';
import { fieldsIn, type FormFields, textIn, textsIn } from './form.ts';
import { intentOfForm } from './off-session.ts';
import type { Money } from './payments.ts';
import type { Shelf, StandInState } from './state.ts';
import { taxOfItem } from './taxes.ts';

/** The account of all objects. */
export const ACCOUNT = 'acct_standin';

export interface ApiCall {
  readonly method: string;
  /** Without `/v1`. */
  readonly path: string;
  readonly query: FormFields;
  readonly form: FormFields;
  readonly isLive: boolean;
  /** The account of the key. */
  readonly account: string;
  readonly pagesUrl: string;
}

/** The response of the API to a call, with status 200. Throws an `ApiRefusal`. */
export function answerCall(state: StandInState, money: Money, call: ApiCall): unknown {
  const [resource = '', id, action] = call.path
    .replace(/^\/(checkout|radar)\//, '/$1.')
    .slice(1)
    .split('/');
  const key = `${call.method} ${resource}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`;
  const work = ROUTES[key];
  if (work === undefined) throw invalidRequest(`Unrecognized request URL (${call.method}: ${call.path}).`);
  return work({ state, money, call, id: id ?? '' });
}

interface Work {
  readonly state: StandInState;
  readonly money: Money;
  readonly call: ApiCall;
  readonly id: string;
}

const ROUTES: Readonly<Record<string, (work: Work) => unknown>> = {
  'GET account': ({ call }) => ({ id: call.account, object: 'account' }),
  'POST checkout.sessions': ({ state, call }) => createSession(state, call.form, call),
  'GET checkout.sessions': ({ state, call }) =>
    page(
      state.sessions,
      call,
      ({ payment_intent, livemode }) => fits(call, { payment_intent }) && livemode === call.isLive,
    ),
  'GET checkout.sessions/:id': ({ state, call, id }) => expanded(state, sessionOf(state, call, id)),
  'POST checkout.sessions/:id/expire': ({ state, money, call, id }) =>
    money.expire(sessionOf(state, call, id).id),
  'GET checkout.sessions/:id/line_items': ({ state, call, id }) =>
    lineItemsOf(state, call, sessionOf(state, call, id)),
  'POST customers': ({ state, call }) => createCustomer(state, call.form, call.isLive),
  'GET customers': ({ state, call }) =>
    page(
      state.customers,
      call,
      ({ email, livemode }) => email === (textIn(call.query, 'email') ?? email) && livemode === call.isLive,
    ),
  'DELETE customers/:id': ({ state, id }) => {
    itemOf(state.customers, 'customer', id);
    state.customers.delete(id);
    state.taxIds.delete(id);
    return { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer;
  },
  'GET payment_intents': ({ state, call }) => {
    const { gte = '0' } = textsIn(fieldsIn(call.query['created']));
    const of = textIn(call.query, 'customer');
    return page(
      state.intents,
      call,
      ({ customer, created }) => (of === undefined || customer === of) && created >= Number(gte),
    );
  },
  'POST payment_intents': ({ state, money, call }) => {
    const intent = money.chargeSaved(intentOfForm(state, call.form, call.isLive));
    if (intent.last_payment_error !== null) throw declined(intent);
    return intent;
  },
  'GET payment_intents/:id': ({ state, id }) =>
    withCharge(state, itemOf(state.intents, 'payment_intent', id)),
  'POST payment_intents/:id/cancel': ({ money, id }) => money.cancelIntent(id),
  'GET payment_methods/:id': ({ state, id }) => itemOf(state.methods, 'PaymentMethod', id),
  'POST payment_methods/:id/detach': ({ state, id }) => {
    const method = itemOf(state.methods, 'PaymentMethod', id);
    if (method.customer === null)
      throw invalidRequest('The payment method you provided is not attached to a customer.');
    return state.methods.put({ ...method, customer: null });
  },
  'GET charges/:id': ({ state, id }) => itemOf(state.charges, 'charge', id),
  'POST refunds': ({ money, call: { form } }) => {
    const amount = textIn(form, 'amount');
    const intent = textIn(form, 'payment_intent') ?? '';
    const metadata = textsIn(fieldsIn(form['metadata']));
    return money.refund(intent, amount === undefined ? undefined : Number(amount), metadata);
  },
  'GET refunds': ({ state, call }) =>
    page(state.refunds, call, ({ payment_intent }) => fits(call, { payment_intent })),
  'GET disputes': ({ state, call }) =>
    page(state.disputes, call, ({ payment_intent }) => fits(call, { payment_intent })),
  'GET radar.early_fraud_warnings': ({ state, call }) =>
    page(state.warnings, call, ({ charge }) => {
      const { payment_intent = null } = (typeof charge === 'string' && state.charges.get(charge)) || {};
      return fits(call, { payment_intent });
    }),
  'GET events': ({ state, call }) => {
    const { gte = '0', lte = 'Infinity' } = textsIn(fieldsIn(call.query['created']));
    const types = Object.values(textsIn(fieldsIn(call.query['types'])));
    return page(
      state.events,
      call,
      ({ type, created, livemode }) =>
        (types.length === 0 || types.includes(type)) &&
        created >= Number(gte) &&
        created <= Number(lte) &&
        livemode === call.isLive,
    );
  },
  'POST webhook_endpoints': ({ state, call }) => createEndpoint(state, call),
  'GET webhook_endpoints': ({ state, call }) => {
    const list = page(state.endpoints, call, ({ livemode }) => livemode === call.isLive);
    return { ...list, data: list.data.map(withoutSecret) };
  },
  'GET webhook_endpoints/:id': ({ state, id }) =>
    withoutSecret(itemOf(state.endpoints, 'webhook endpoint', id)),
  'DELETE webhook_endpoints/:id': ({ state, id }) => {
    itemOf(state.endpoints, 'webhook endpoint', id);
    state.endpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true } satisfies Stripe.DeletedWebhookEndpoint;
  },
};

function createEndpoint(state: StandInState, { form, isLive }: ApiCall): Stripe.WebhookEndpoint {
  const url = textIn(form, 'url') ?? '';
  const types = Object.values(textsIn(fieldsIn(form['enabled_events'])));
  if (!URL.canParse(url)) throw invalidRequest('Invalid URL', { code: 'url_invalid', param: 'url' });
  return state.endpoints.put({
    id: state.id('we'),
    object: 'webhook_endpoint',
    api_version: textIn(form, 'api_version') ?? null,
    application: null,
    created: state.seconds(),
    description: textIn(form, 'description') ?? null,
    enabled_events: types,
    livemode: isLive,
    metadata: textsIn(fieldsIn(form['metadata'])),
    secret: state.id('whsec'),
    status: 'enabled',
    url,
  } satisfies Stripe.WebhookEndpoint);
}

function withoutSecret({ secret: _secret, ...endpoint }: Stripe.WebhookEndpoint) {
  return endpoint satisfies Stripe.WebhookEndpoint;
}

/** A session with its payment intent, that one's charge, and so on. */
function expanded(state: StandInState, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { payment_intent: intentId } = session;
  const intent = typeof intentId === 'string' ? state.intents.get(intentId) : undefined;
  const setup = typeof session.setup_intent === 'string' ? state.setups.get(session.setup_intent) : undefined;
  const method =
    typeof setup?.payment_method === 'string' ? state.methods.get(setup.payment_method) : undefined;
  return {
    ...session,
    ...(intent && { payment_intent: withCharge(state, intent) }),
    ...(setup && { setup_intent: { ...setup, payment_method: method ?? null } }),
  };
}

function withCharge(state: StandInState, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const chargeId = intent.latest_charge;
  const charge = typeof chargeId === 'string' ? (state.charges.get(chargeId) ?? null) : null;
  return { ...intent, latest_charge: charge };
}

/** The line items of a session; with their taxes only for a call that asks for these. */
function lineItemsOf(
  state: StandInState,
  { query, path }: ApiCall,
  { id, currency, customer, automatic_tax: { enabled } }: Stripe.Checkout.Session,
): Stripe.ApiList<Stripe.LineItem> {
  const hasTaxes = Object.values(textsIn(fieldsIn(query['expand']))).includes('data.taxes');
  const all = (state.lineItems.get(id) ?? []).map((item): Stripe.LineItem => {
    const amount = item.unitAmount * item.quantity;
    const tax = enabled
      ? taxOfItem(state, item, typeof customer === 'string' ? customer : undefined)
      : { amount: 0, isOnTop: false, taxes: [] };
    return {
      id: state.id('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: tax.amount,
      amount_total: amount + (tax.isOnTop ? tax.amount : 0),
      currency: currency ?? '',
      description: item.name,
      metadata: null,
      price: null,
      quantity: item.quantity,
      ...(hasTaxes && { taxes: tax.taxes }),
    };
  });
  const data = all.slice(0, Number(textIn(query, 'limit') ?? 10));
  return { object: 'list', data, has_more: data.length < all.length, url: `/v1${path}` };
}

function sessionOf(state: StandInState, { isLive, account }: ApiCall, id: string): Stripe.Checkout.Session {
  const session = itemOf(state.sessions, 'checkout.session', id);
  if (session.livemode !== isLive || account !== ACCOUNT) throw missing('checkout.session', id);
  return session;
}

function itemOf<Item extends { readonly id: string }>(shelf: Shelf<Item>, kind: string, id: string): Item {
  const item = shelf.get(id);
  if (item === undefined) throw missing(kind, id);
  return item;
}

/** Whether an object belongs to the payment intent that a list is requested for. */
function fits({ query }: ApiCall, { payment_intent: id }: { readonly payment_intent: unknown }): boolean {
  const intentId = textIn(query, 'payment_intent');
  return intentId === undefined || intentId === id;
}

function page<Item extends { readonly id: string }>(
  shelf: Shelf<Item>,
  { query, path }: ApiCall,
  matches?: (item: Item) => boolean,
): Stripe.ApiList<Item> {
  const all = shelf.list(matches);
  const after = textIn(query, 'starting_after');
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textIn(query, 'limit') ?? 10);
  const data = all.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < all.length, url: `/v1${path}` };
}
