import type { Page } from 'playwright-core';
import { demoPicture } from './demo-picture.ts';
import { intercept, type PausedRequest } from './interception.ts';
import { type Answer, API, type Reply, ok, problem } from './replies.ts';

export const ORDER_ID = '01930a4e-7c1b-7d3e-9f00-5a6b7c8d9e0f';
export const TOKEN = '4711e5';
export const SHOP_URL = 'https://shop.example.com/';
export const RETURN_URL = 'https://shop.example.com/thanks';

/** The checkout API in the view of one page, instead of a server. */
export interface CheckoutApi {
  /** The request bodies of the payments, in order. */
  readonly payments: readonly unknown[];
  /** The number of times the order was read. */
  reads(): number;
  /** Sets the response to every read from now on. */
  readsAnswer(reply: Reply): void;
  /** Sets the response to every payment from now on. */
  paymentsAnswer(reply: Reply): void;
  /** The request bodies of the other actions, such as `quote`, in order. */
  readonly actions: readonly (readonly [action: string, body: unknown])[];
  /** Sets the response to every action from now on, which is named as `POST quote`. */
  actionsAnswer(action: string, reply: Reply): void;
}

/** Intercepts the page's requests. A request without the order's token is not found. */
export async function interceptCheckout(page: Page): Promise<CheckoutApi> {
  const payments: unknown[] = [];
  const actions: (readonly [string, unknown])[] = [];
  const replies = new Map<string, Reply>();
  let reads = 0;
  let readReply: Reply = ok(order());
  let paymentReply: Reply = problem(500, {});
  await intercept(page, [API], async (route) => {
    const request = route.request();
    if (isFor(request, 'GET', '')) {
      reads += 1;
      return readReply(route);
    }
    if (isFor(request, 'POST', '/pay')) {
      payments.push(request.postDataJSON());
      return paymentReply(route);
    }
    const parts = new URL(request.url()).pathname.split('/');
    const action = parts.slice(parts.at(-2) === 'lines' ? -2 : -1).join('/');
    const reply = replies.get(`${request.method()} ${action}`);
    if (reply !== undefined && isFor(request, request.method(), `/${action}`)) {
      actions.push([action, request.postDataJSON()]);
      return reply(route);
    }
    if (new URL(request.url()).pathname === '/api/public/vendors/current') return ok(VENDOR)(route);
    return problem(404, { title: 'Not found', errorType: 'NotFound' })(route);
  });
  return {
    payments,
    reads: () => reads,
    readsAnswer: (reply) => {
      readReply = reply;
    },
    paymentsAnswer: (reply) => {
      paymentReply = reply;
    },
    actions,
    actionsAnswer: (action, reply) => {
      replies.set(action, reply);
    },
  };
}

const VENDOR = { id: 'demo', name: 'Demo Audio', shopUrl: SHOP_URL };

/** The total of the order. */
export const TOTAL = {
  original: euro(128),
  discount: euro(2.5),
  subtotal: euro(125.5),
  taxes: euro(23.85),
  due: euro(149.35),
} as const;

/** The total of an order without reductions, with the same tax. */
export function totalOf(subtotal: number): Answer {
  const taxes = Math.round(subtotal * 19) / 100;
  return {
    original: euro(subtotal),
    discount: euro(0),
    subtotal: euro(subtotal),
    taxes: euro(taxes),
    due: euro(Math.round((subtotal + taxes) * 100) / 100),
  };
}

/** The payment's summary of the order that the page shows. */
export const SUMMARY = { due: 149.35, currency: 'EUR', fingerprint: 'f1' } as const;

/** The fields that a private buyer's payment sends in addition to the order. */
export const AGREED = { locale: 'en-US', consent: { wording: '2026-11' } } as const;

/** An order of two lines with a discount and taxes; `changes` replaces fields. */
export function order(changes: Answer = {}): Answer {
  return {
    vendor: { id: 'demo', name: 'Demo Audio' },
    seller: {
      name: 'Demo Audio GmbH',
      address: ['Hafenstraße 1', '20457 Hamburg'],
      country: 'DE',
      taxId: 'DE123456789',
      email: 'orders@example.com',
    },
    links: {
      shop: SHOP_URL,
      terms: 'https://shop.example.com/terms',
      privacy: 'https://shop.example.com/privacy',
      refunds: 'https://shop.example.com/refunds',
      imprint: 'https://shop.example.com/imprint',
    },
    footer: { text: 'Made in Hamburg', links: [{ label: 'Blog', url: 'https://blog.example.com/' }] },
    locale: 'en',
    currencies: ['EUR'],
    status: 'Open',
    taken: false,
    forOwner: false,
    downloads: true,
    currency: 'EUR',
    fingerprint: SUMMARY.fingerprint,
    lines: [
      line('Demo Synth', { quantity: 2, total: { original: 118, discount: 0, subtotal: 118, due: 118 } }),
      line('Demo Verb', {
        variationName: 'Monthly',
        recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
        unitPrice: 10,
        total: { original: 10, discount: 2.5, subtotal: 7.5, due: 7.5 },
        reductions: [{ name: 'Launch week', amount: 2.5 }],
      }),
    ],
    withdrawnLines: [],
    total: TOTAL,
    couponsApplied: [],
    buyer: { name: null, email: null, locked: false },
    payment: {
      provider: 'sandbox',
      test: { field: 'sandboxOutcome', outcomes: ['Succeed', 'Fail', 'Delay'] },
      isTest: true,
    },
    returnUrl: RETURN_URL,
    ...(changes['status'] === 'Completed' && COMPLETION),
    ...changes,
  };
}

/** What a completed order has. */
const COMPLETION = {
  orderNumber: 'K7QM-4T2P',
  completedAt: '2026-11-22T10:00:00.000Z',
  document: { kind: 'Receipt', number: 'R-2026-0042' },
} as const;

function isFor(request: PausedRequest, method: string, suffix: string): boolean {
  const url = new URL(request.url());
  return request.method() === method && url.pathname === `/api/checkout/${ORDER_ID}/${TOKEN}${suffix}`;
}

/** A line of one perpetual product; `changes` replaces fields and must contain the `total`. */
export function line(name: string, changes: Answer): Answer {
  return {
    id: name,
    type: 'Product',
    name,
    iconUrl: null,
    ...demoPicture(name),
    variationName: 'Perpetual',
    recurrence: { type: 'OneOff' },
    quantity: 1,
    unitPrice: 59,
    reductions: [],
    ...changes,
  };
}

function euro(amount: number): Answer {
  return { currency: 'EUR', amount };
}
