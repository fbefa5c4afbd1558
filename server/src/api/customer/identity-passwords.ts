import { Type } from '../../kernel/schema.ts';
import {
  checkResetCode,
  invalidCode,
  invalidCredentials,
  requestPasswordReset,
  resetPassword,
  setPassword,
} from '../../modules/identity/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedIn } from '../guards/caller.ts';
import { releasePurchases } from './release-purchases.ts';
import { CodeQuery, emailOf, EmailQuery, IDENTITY_TAGS, codeFrom } from './identity-answer.ts';
import { emailInUse } from '../../modules/customers/index.ts';

/** Setting, forgetting and resetting a password (customer API, Identity). */
export function registerIdentityPasswords(app: App): void {
  registerSetPassword(app);
  registerForgotPassword(app);
  registerCheckResetCode(app);
  registerResetPassword(app);
}

function registerSetPassword(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/set-password',
    config: { access: access.customer(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'setPassword',
      summary: 'Change the password',
      description: 'All other sessions of the customer end.',
      tags: IDENTITY_TAGS,
      body: Type.Object({
        currentPassword: Type.String({ maxLength: 1_000 }),
        newPassword: Type.String({ description: 'Meets all password rules.' }),
      }),
      response: { 200: emptyAnswer('The password is changed.'), ...problems(invalidCredentials) },
    },
    handler: async (request, reply) => {
      const { context } = request;
      await setPassword(context, signedIn(request), request.body);
      return reply.send(undefined);
    },
  });
}

function registerForgotPassword(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/forgot-password',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'forgotPassword',
      summary: 'Request a link to choose a new password',
      description: 'The response is the same for every email; if a customer has it, a mail is sent.',
      tags: IDENTITY_TAGS,
      querystring: Type.Object({ email: EmailQuery }),
      response: { 200: emptyAnswer('Noted.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { context, query } = request;
      await requestPasswordReset(context, emailOf(query));
      return reply.send(undefined);
    },
  });
}

function registerCheckResetCode(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/reset-password/check',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'checkResetCode',
      summary: 'Ask whether a code from the mail still works',
      description:
        'For the page of the link, before anybody types a new password: the code is not used up by this.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('The code works.'), ...problems(invalidCode) },
    },
    handler: async (request, reply) => {
      const { context, query } = request;
      await checkResetCode(context, codeFrom(query));
      return reply.send(undefined);
    },
  });
}

function registerResetPassword(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/reset-password',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'resetPassword',
      summary: 'Choose a new password with the code from the mail',
      description: 'All sessions of the customer end. A code works once and for 30 minutes.',
      tags: IDENTITY_TAGS,
      consumes: ['text/plain'],
      querystring: CodeQuery,
      body: Type.String({ minLength: 1, maxLength: 1_000, description: 'The new password.' }),
      response: { 200: emptyAnswer('The password is changed.'), ...problems(invalidCode, emailInUse) },
    },
    handler: async (request, reply) => {
      const { context, query, body } = request;
      const input = { ...codeFrom(query), newPassword: body };
      await resetPassword(context, input, releasePurchases);
      return reply.send(undefined);
    },
  });
}
