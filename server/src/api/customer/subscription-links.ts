import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import { mailLink } from '../../modules/accounts/index.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { whitelistedReturn } from '../../modules/orders/index.ts';
import { methodsNotSaved, paymentsNotConfigured, paymentsRefused } from '../../modules/payments/index.ts';
import {
  cancelSubscription,
  changeMethod,
  manageLinkRefusals,
  nothingToRenew,
  nothingToTakeBack,
  payPageOfSubscription,
  renewSubscription,
  resumeSubscription,
  returnToken,
  type Subscription,
  subscriptionEnded,
  subscriptionOfLink,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { itemPresenter } from '../wire/product.ts';
import { OwnSubscription, ownSubscription } from '../wire/own-subscription.ts';

const TAGS = ['Inventory'];

/** The token of the link: in no address, because those are in the logs of every proxy. */
const TOKEN_HEADER = 'subscription-token';
const LinkHeaders = Type.Object({
  [TOKEN_HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'The `code` behind the `#` of the link in a mail. Without it, the page is one of an earlier version.',
    }),
  ),
});

const ManagedSubscription = Type.Object(
  {
    subscription: OwnSubscription,
    payUrl: Type.Optional(
      Type.String({ description: 'The page on which the open renewal is paid without signing in.' }),
    ),
  },
  { title: 'ManagedSubscription' },
);

const MethodChange = Type.Object(
  {
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'Where the page of the payment service leads, on a site of the account. Default: the page of the mail.',
      }),
    ),
    locale: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'The language of the provider\u2019s page, such as `de-AT`.',
      }),
    ),
  },
  { title: 'SubscriptionMethodChange', additionalProperties: false },
);

/** Subscriptions through the links of their mails, without signing in (subscriptions, section 3). */
export function registerSubscriptionLinks(app: App): void {
  registerGet(app);
  registerChange(app, {
    verb: 'cancel',
    summary: 'Cancel a subscription with the link of a mail',
    description:
      'It ends with the paid period, and can be taken back until then. Repeating it changes nothing.',
    change: cancelSubscription,
    refusal: subscriptionEnded,
  });
  registerChange(app, {
    verb: 'resume',
    summary: 'Take the cancellation of a subscription back with the link of a mail',
    description: 'Until the end of its paid period.',
    change: resumeSubscription,
    refusal: nothingToTakeBack,
  });
  registerChange(app, {
    verb: 'renew',
    summary: 'Renew a subscription that is over, or cancelled and in its grace, with the link of a mail',
    description:
      'The answer has the page on which it is paid. Until then, nothing changes, and nobody is asked to pay. Repeating it opens no second renewal.',
    change: renewSubscription,
    refusal: nothingToRenew,
  });
  registerMethod(app);
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/subscription-links',
    config: { access: access.public() },
    schema: {
      operationId: 'getLinkedSubscription',
      summary: 'The subscription of a mail, without signing in',
      description: 'Changes nothing. The link works for 90 days.',
      tags: TAGS,
      headers: LinkHeaders,
      response: { 200: ManagedSubscription, ...problems(...manageLinkRefusals) },
    },
    handler: async (request) => {
      return answer(request, await subscriptionOfLink(request.context, request.headers[TOKEN_HEADER]));
    },
  });
}

interface Change {
  readonly verb: 'cancel' | 'resume' | 'renew';
  readonly summary: string;
  readonly description: string;
  readonly change: typeof renewSubscription;
  readonly refusal: typeof subscriptionEnded;
}

function registerChange(app: App, { verb, summary, description, change, refusal }: Change): void {
  app.route({
    method: 'POST',
    url: `/api/customer/subscription-links/${verb}`,
    config: { access: access.public() },
    schema: {
      operationId: `${verb}LinkedSubscription`,
      summary,
      description,
      tags: TAGS,
      headers: LinkHeaders,
      response: { 200: ManagedSubscription, ...problems(...manageLinkRefusals, refusal) },
    },
    handler: async (request) => {
      const { id } = await subscriptionOfLink(request.context, request.headers[TOKEN_HEADER]);
      return answer(request, await change(request.context, id));
    },
  });
}

function registerMethod(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/subscription-links/method',
    config: { access: access.public() },
    schema: {
      operationId: 'changeLinkedMethod',
      summary: 'Save another payment method for a subscription with the link of a mail',
      description:
        'Nothing is paid by this. Once the method is saved, an open renewal is charged to it, and the old one is deleted. Without `redirectUrl`, the buyer has nothing to do.',
      tags: TAGS,
      headers: LinkHeaders,
      body: MethodChange,
      response: {
        200: Type.Object(
          {
            redirectUrl: Type.Optional(
              Type.String({
                description: 'The page of the payment service. It leads back to the page of the mail.',
              }),
            ),
          },
          { title: 'StartedMethodChange' },
        ),
        ...problems(
          ...manageLinkRefusals,
          subscriptionEnded,
          methodsNotSaved,
          paymentsNotConfigured,
          paymentsRefused,
        ),
      },
    },
    handler: async ({ context, headers, body: { locale, returnUrl: wish } }) => {
      const subscription = await subscriptionOfLink(context, headers[TOKEN_HEADER]);
      const email = subscription.billing.email ?? '';
      // The provider keeps the address of the page: its code is of no use after an hour.
      const link = { email, code: returnToken(context, subscription) };
      const returnUrl =
        whitelistedReturn(context, wish) ??
        mailLink(context.config, context.account, 'ManageSubscription', link);
      const continuation = await changeMethod(context, subscription, { returnUrl, locale });
      return continuation?.kind === 'Redirect' ? { redirectUrl: continuation.url } : {};
    },
  });
}

async function answer(
  { context }: FastifyRequest,
  subscription: Subscription,
): Promise<Static<typeof ManagedSubscription>> {
  const [catalog, payUrl] = await Promise.all([
    loadCatalog(context),
    payPageOfSubscription(context, subscription),
  ]);
  const { pictures } = itemPresenter(context);
  return {
    subscription: await ownSubscription(context, subscription, { catalog, pictures }),
    ...(payUrl !== undefined && { payUrl }),
  };
}
