import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  changeNewsletter,
  confirmNewsletter,
  type NewsletterChoice,
  type PreferencesInput,
  requestNewsletter,
} from '../../modules/customers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { emailOf, EmailQuery } from './identity-answer.ts';
import { invalidCode } from '../../modules/identity/index.ts';

const TAGS = ['Communications'];

/** The newsletter, with double opt-in (extended API, section A). */
export function registerCommunications(app: App): void {
  registerSubscribe(app);
  registerConfirm(app);
  registerPreferences(app);
  registerUnsubscribe(app);
}

const TokenQuery = Type.Object({
  email: EmailQuery,
  token: Type.String({ minLength: 1, maxLength: 500, description: 'From the mail.' }),
});

const Choice = Type.Object(
  {
    email: Type.String(),
    name: Type.Optional(Type.String()),
    newsletter: Type.Boolean(),
    productUpdates: Type.Boolean(),
  },
  { title: 'NewsletterChoice' },
);

function registerSubscribe(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/subscribe',
    config: { access: access.public(), limit: 'newsletterPerMinute' },
    schema: {
      operationId: 'subscribe',
      summary: 'Subscribe to the newsletter or product updates',
      description:
        'Sends a mail with a confirmation link. The response is the same for every address. `groupIds` are ignored.',
      tags: TAGS,
      body: Type.Object({
        email: EmailQuery,
        name: Type.Optional(Type.String()),
        newsletter: Type.Optional(Type.Boolean({ default: true })),
        productUpdates: Type.Optional(Type.Boolean({ default: false })),
      }),
      response: {
        200: Type.Object({
          status: Type.Union([Type.Literal('confirmation_sent'), Type.Literal('subscribed')]),
        }),
        ...problems(),
      },
    },
    handler: async (request) => {
      const { context, body } = request;
      const { newsletter = true, productUpdates = false } = body;
      await requestNewsletter(context, { ...body, newsletter, productUpdates });
      return { status: 'confirmation_sent' as const };
    },
  });
}

function registerConfirm(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/confirm',
    config: { access: access.public(), limit: 'newsletterPerMinute' },
    schema: {
      operationId: 'confirmSubscription',
      summary: 'Confirm a subscription with the token from the mail',
      description: 'Nothing is sent to an address before it is confirmed.',
      tags: TAGS,
      querystring: TokenQuery,
      response: { 200: Choice, ...problems(invalidCode) },
    },
    handler: async (request) => {
      const { context, query } = request;
      return choiceAnswer(await confirmNewsletter(context, tokenFrom(query)));
    },
  });
}

function registerPreferences(app: App): void {
  const url = '/api/customer/communications/preferences';
  app.route({
    method: 'GET',
    url,
    config: { access: access.public() },
    schema: {
      operationId: 'getPreferences',
      summary: 'The preferences of an address, with the token from any newsletter',
      description: 'Needs no sign-in: the token identifies the address.',
      tags: TAGS,
      querystring: TokenQuery,
      response: { 200: Choice, ...problems(invalidCode) },
    },
    handler: (request) => change(request, request.query, {}),
  });
  app.route({
    method: 'POST',
    url,
    config: { access: access.public(), limit: 'newsletterPerMinute' },
    schema: {
      operationId: 'changePreferences',
      summary: 'Change the preferences of an address, with the token from any newsletter',
      description: 'Absent fields stay unchanged.',
      tags: TAGS,
      querystring: TokenQuery,
      body: Type.Object({
        newsletter: Type.Optional(Type.Boolean()),
        productUpdates: Type.Optional(Type.Boolean()),
      }),
      response: { 200: Choice, ...problems(invalidCode) },
    },
    handler: (request) => {
      const { newsletter, productUpdates } = request.body;
      return change(request, request.query, {
        newsletterOptIn: newsletter,
        productUpdatesOptIn: productUpdates,
      });
    },
  });
}

function registerUnsubscribe(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/unsubscribe',
    config: { access: access.public(), limit: 'newsletterPerMinute' },
    schema: {
      operationId: 'unsubscribe',
      summary: 'Unsubscribe from all newsletters, with the token from any of them',
      description:
        'Needs no sign-in and can be repeated safely. Mails about orders and licenses are still sent.',
      tags: TAGS,
      querystring: TokenQuery,
      response: { 200: Choice, ...problems(invalidCode) },
    },
    handler: (request) =>
      change(request, request.query, { newsletterOptIn: false, productUpdatesOptIn: false }),
  });
}

async function change(request: FastifyRequest, query: Static<typeof TokenQuery>, input: PreferencesInput) {
  return choiceAnswer(await changeNewsletter(request.context, tokenFrom(query), input));
}

function tokenFrom(query: Static<typeof TokenQuery>) {
  return { email: emailOf(query), code: query.token.trim() };
}

function choiceAnswer({ email, name, preferences }: NewsletterChoice): Static<typeof Choice> {
  return {
    email,
    ...(name !== null && { name }),
    newsletter: preferences.acceptsNewsletter,
    productUpdates: preferences.acceptsProductUpdates,
  };
}
