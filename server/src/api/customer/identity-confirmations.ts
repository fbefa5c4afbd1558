import { confirmAccount, confirmEmail, confirmEmailChange } from '../../modules/identity/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { emptyAnswer, problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { signedIn } from '../guards/caller.ts';
import { limitAction } from '../guards/limit-action.ts';
import { ConfirmedAccountResult } from '../wire/identity.ts';
import { CodeQuery, identityAnswer, IDENTITY_TAGS, sentCodeOf, userAgentOf } from './identity-answer.ts';

/** What the links in mails lead to (extended API, section A). */
export function registerIdentityConfirmations(app: App, system: System): void {
  registerConfirmAccount(app, system);
  registerConfirmEmail(app, system);
  registerConfirmEmailChange(app, system);
}

function registerConfirmAccount(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-account',
    config: { access: access.public() },
    schema: {
      operationId: 'confirmAccount',
      summary: 'Activate an account with the code from the mail, and sign in',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: ConfirmedAccountResult, ...problems() },
    },
    handler: async (request) => {
      const { account, query } = request;
      await limitAction(system, request, 'confirm-account', account.settings.limits.passwordResetPerMinute);
      const input = { ...sentCodeOf(query), userAgent: userAgentOf(request) };
      const confirmed = await confirmAccount(system, account, input);
      const { status, customer } = confirmed;
      if (status === 'SignedIn') {
        return { ...(await identityAnswer(system, account, customer, confirmed)), status };
      }
      const { resetPasswordToken } = confirmed;
      return { ...(await identityAnswer(system, account, customer)), status, resetPasswordToken };
    },
  });
}

function registerConfirmEmail(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-email',
    config: { access: access.public() },
    schema: {
      operationId: 'confirmEmail',
      summary: 'Confirm an email address with the code from the mail',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('The email address is confirmed.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { account, query } = request;
      await limitAction(system, request, 'confirm-email', account.settings.limits.passwordResetPerMinute);
      await confirmEmail(system, account, sentCodeOf(query));
      return reply.send(undefined);
    },
  });
}

function registerConfirmEmailChange(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-email-change',
    config: { access: access.customer() },
    schema: {
      operationId: 'confirmEmailChange',
      summary: 'Use the new email address, with the code that was mailed to it',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('The email address is changed.'), ...problems(401, 409) },
    },
    handler: async (request, reply) => {
      const { account, query } = request;
      await limitAction(
        system,
        request,
        'confirm-email-change',
        account.settings.limits.passwordResetPerMinute,
      );
      await confirmEmailChange(system, account, signedIn(request).customer.id, sentCodeOf(query));
      return reply.send(undefined);
    },
  });
}
