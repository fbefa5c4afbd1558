import { forbidden } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import {
  acceptLink,
  beginLinkPasskey,
  confirmSession,
  linkRefused,
  operatorExists,
  passkeyRefused,
  passkeysUnavailable,
  requestForgottenPassword,
  signInOperator,
  signInRefused,
  signOutOperator,
  viewLink,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { forgetSession, refuseOtherPages } from '../guards/operator-session.ts';
import { NewPassword, OneTimeCode, OPERATOR_TAGS } from './operator-answer.ts';
import { CreationOptions, NewOperatorPasskey } from './passkey-wire.ts';
import { beginSession, ConfirmationAnswer, SessionAnswer, sessionAnswer } from './session-answer.ts';

const URL = '/api/operator/session';
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const Code = Type.String({
  pattern: '^[\\w-]{43}$',
  errorMessage: 'must be the code of a link',
  description: 'What is behind the # of the link.',
});

/** How operators sign in and out, and who is signed in (the vendor's dashboard, signing in). */
export function registerOperatorSession(app: App): void {
  registerSignIn(app);
  registerCurrent(app);
  registerSignOut(app);
  registerConfirm(app);
  registerViewLink(app);
  registerAcceptLink(app);
  registerLinkPasskey(app);
  registerForgottenPassword(app);
}

function registerSignIn(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'signInOperator',
      summary: 'Sign in to the dashboard with email, password and one-time code',
      description:
        'The session is in a cookie, which only the pages of the dashboard can use. A wrong password, an unknown email and a ' +
        'wrong or missing one-time code get the same error, SignInRefused: nobody who guesses learns which.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        {
          email: Type.String({ minLength: 1, maxLength: 254 }),
          password: Password,
          oneTimeCode: OneTimeCode,
        },
        { title: 'OperatorSignIn', additionalProperties: false },
      ),
      response: { 200: SessionAnswer, ...problems(signInRefused, forbidden) },
    },
    handler: async (request, reply) => {
      refuseOtherPages(request);
      return beginSession(request, reply, await signInOperator(request.context, request.body));
    },
  });
}

function registerCurrent(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'getOperatorSession',
      summary: 'Who is signed in to the dashboard',
      tags: OPERATOR_TAGS,
      response: { 200: SessionAnswer, ...problems() },
    },
    handler: async (request) => sessionAnswer(request, signedInOperator(request)),
  });
}

function registerSignOut(app: App): void {
  app.route({
    method: 'DELETE',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'signOutOperator',
      summary: 'Sign out of the dashboard',
      tags: OPERATOR_TAGS,
      response: { 204: emptyAnswer('The session has ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { operator, session } = signedInOperator(request);
      await signOutOperator(request.context, { operatorId: operator.id, only: session.id });
      forgetSession(request, reply);
      return reply.code(204).send(undefined);
    },
  });
}

function registerConfirm(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/confirm`,
    config: { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'confirmOperatorSession',
      summary:
        'Confirm with password and one-time code, so that sensitive actions are possible for ten minutes',
      description: 'Only in this session. Signing in is no confirmation.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        { password: Password, oneTimeCode: OneTimeCode },
        { title: 'OperatorConfirmation', additionalProperties: false },
      ),
      response: {
        200: ConfirmationAnswer,
        ...problems(signInRefused),
      },
    },
    handler: async (request) => {
      const { session } = signedInOperator(request);
      const end = await confirmSession(request.context, session, request.body);
      return { confirmedUntil: end.toISOString() };
    },
  });
}

function registerViewLink(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/links/view',
    config: { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'viewOperatorLink',
      summary: 'What a link for operators is for',
      description: 'The link still works afterwards.',
      tags: OPERATOR_TAGS,
      body: Type.Object({ code: Code }, { title: 'OperatorLinkCode', additionalProperties: false }),
      response: {
        200: Type.Object(
          {
            purpose: Type.Enum(['SetUp', 'Invitation', 'Reset'], {
              title: 'OperatorLinkPurpose',
              description: '`SetUp` makes the first operator of the account.',
            }),
            accountName: Type.String(),
            email: Type.Optional(Type.String({ description: 'Absent for the set-up, which asks for it.' })),
            name: Type.Optional(Type.String()),
            needsCode: Type.Boolean({ description: 'Whoever accepts it needs a one-time code, too.' }),
          },
          { title: 'OperatorLink' },
        ),
        ...problems(linkRefused),
      },
    },
    handler: async ({ context, account, body }) => ({
      ...(await viewLink(context, body.code)),
      accountName: account.name,
    }),
  });
}

function registerAcceptLink(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/links/accept',
    config: { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'acceptOperatorLink',
      summary: 'Choose a password, or a passkey in its place, with a link, and sign in',
      description:
        'The link is used up, and earlier sessions and passkeys of the operator end. A link for a new password takes no passkey.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        {
          code: Code,
          password: Type.Optional(NewPassword),
          passkey: Type.Optional(NewOperatorPasskey),
          name: Type.Optional(Type.String({ maxLength: 1_000, description: 'Needed for the set-up.' })),
          email: Type.Optional(Type.String({ maxLength: 1_000, description: 'For the set-up only.' })),
          oneTimeCode: OneTimeCode,
        },
        { title: 'OperatorWelcome', additionalProperties: false },
      ),
      response: {
        200: SessionAnswer,
        ...problems(
          linkRefused,
          passkeyRefused,
          passkeysUnavailable,
          signInRefused,
          forbidden,
          operatorExists,
        ),
      },
    },
    handler: async (request, reply) => {
      refuseOtherPages(request);
      return beginSession(request, reply, await acceptLink(request.context, request.body));
    },
  });
}

function registerLinkPasskey(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/links/passkey',
    config: { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'beginOperatorLinkPasskey',
      summary: 'What a browser needs to make a passkey in place of a password',
      description: 'For a set-up or an invitation. The link still works afterwards.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        {
          code: Code,
          name: Type.Optional(Type.String({ maxLength: 1_000, description: 'Needed for the set-up.' })),
          email: Type.Optional(Type.String({ maxLength: 1_000, description: 'For the set-up only.' })),
        },
        { title: 'OperatorLinkPasskey', additionalProperties: false },
      ),
      response: { 200: CreationOptions, ...problems(linkRefused, passkeysUnavailable, forbidden) },
    },
    handler: (request) => {
      refuseOtherPages(request);
      return beginLinkPasskey(request.context, request.body);
    },
  });
}

function registerForgottenPassword(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/forgotten-password',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'requestOperatorPassword',
      summary: 'Have a link for a new password mailed to an operator',
      description:
        'The response is the same for every email. The password stays as it is until the link is used.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        { email: Type.String({ minLength: 1, maxLength: 254 }) },
        { title: 'OperatorPasswordRequest', additionalProperties: false },
      ),
      response: {
        204: emptyAnswer('If an operator has this email, a mail is on its way.'),
        ...problems(forbidden),
      },
    },
    handler: async (request, reply) => {
      refuseOtherPages(request);
      await requestForgottenPassword(request.context, request.body.email);
      return reply.code(204).send(undefined);
    },
  });
}
