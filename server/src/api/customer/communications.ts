import { Type } from 'typebox';
import { changeNewsletter, confirmNewsletter, requestNewsletter } from '../../modules/customers/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { emptyAnswer, problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { limitAction } from '../guards/limit-action.ts';
import { CommunicationPreferences, preferencesOf } from '../wire/identity.ts';
import { CodeQuery, EmailQuery, emailOf, sentCodeOf } from './identity-answer.ts';

const TAGS = ['Communications'];

/** The newsletter, with double opt-in (extended API, section A). */
export function registerCommunications(app: App, system: System): void {
  registerSubscribe(app, system);
  registerConfirm(app, system);
  registerPreferences(app, system);
  registerUnsubscribe(app, system);
}

function registerSubscribe(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/subscribe',
    config: { access: access.public() },
    schema: {
      operationId: 'subscribe',
      summary: 'Ask for the newsletter',
      description:
        'A mail with a link for the confirmation is sent. The answer is the same for every address.',
      tags: TAGS,
      querystring: Type.Object({ email: EmailQuery }),
      response: { 200: emptyAnswer('Noted.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { account, query } = request;
      await limitAction(system, request, 'newsletter', account.settings.limits.newsletterPerMinute);
      await requestNewsletter(system, account, emailOf(query));
      return reply.send(undefined);
    },
  });
}

function registerConfirm(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/confirm',
    config: { access: access.public() },
    schema: {
      operationId: 'confirmSubscription',
      summary: 'Confirm the newsletter with the code from the mail',
      tags: TAGS,
      querystring: CodeQuery,
      response: { 200: CommunicationPreferences, ...problems() },
    },
    handler: async (request) => {
      const { account, query } = request;
      await limitAction(system, request, 'newsletter', account.settings.limits.newsletterPerMinute);
      return preferencesOf(await confirmNewsletter(system, account, sentCodeOf(query)));
    },
  });
}

function registerPreferences(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/preferences',
    config: { access: access.public() },
    schema: {
      operationId: 'changePreferences',
      summary: 'Choose what is sent, with the code from any newsletter',
      description: 'Without a body it tells what is sent now.',
      tags: TAGS,
      querystring: CodeQuery,
      body: Type.Object({
        newsletterOptIn: Type.Optional(Type.Boolean()),
        productUpdatesOptIn: Type.Optional(Type.Boolean()),
      }),
      response: { 200: CommunicationPreferences, ...problems() },
    },
    handler: async (request) => {
      const { account, query, body } = request;
      await limitAction(system, request, 'newsletter', account.settings.limits.newsletterPerMinute);
      return preferencesOf(await changeNewsletter(system, account, sentCodeOf(query), body ?? {}));
    },
  });
}

function registerUnsubscribe(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/communications/unsubscribe',
    config: { access: access.public() },
    schema: {
      operationId: 'unsubscribe',
      summary: 'End all newsletters, with the code from any of them',
      tags: TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('Nothing is sent any more.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { account, query } = request;
      await limitAction(system, request, 'newsletter', account.settings.limits.newsletterPerMinute);
      const nothing = { newsletterOptIn: false, productUpdatesOptIn: false };
      await changeNewsletter(system, account, sentCodeOf(query), nothing);
      return reply.send(undefined);
    },
  });
}
