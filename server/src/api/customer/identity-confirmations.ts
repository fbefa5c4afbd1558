import {
  accountOwnsPurchases,
  confirmAccount,
  confirmEmail,
  confirmEmailChange,
  invalidCode,
  invalidCredentials,
  sendConfirmation,
  undoEmailChange,
} from '../../modules/identity/index.ts';
import { agreeToMerge, declineMerge, mergeRefused } from '../../modules/customer-merge/index.ts';
import { denyAccount } from '../../modules/privacy/index.ts';
import type { FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { sessionIdOf, signedIn } from '../guards/caller.ts';
import { ConfirmedAccountResult } from '../wire/identity.ts';
import { releasePurchases, waitingPurchases } from './release-purchases.ts';
import {
  CodeQuery,
  IDENTITY_TAGS,
  identityAnswer,
  codeFrom,
  signedInAnswer,
  userAgentOf,
} from './identity-answer.ts';
import { emailInUse } from '../../modules/customers/index.ts';

const PROOF =
  'The password and the sessions stay. Only if something was bought for an email that was not proven before do they end, unless the caller shows one of them: a bearer token of the customer, or the password in the body.';

const ProofBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'The password of the account.' }),
    ),
  },
  { title: 'AddressProof' },
);

/** After confirm-email, for a customer without a password. */
const ConfirmedEmail = Type.Object(
  { status: Type.Literal('PasswordSetupRequired'), resetPasswordToken: Type.String() },
  {
    title: 'ConfirmedEmail',
    description:
      'The email address is confirmed. The body is empty if the customer has a password; otherwise it has a code for reset-password.',
  },
);

/** The routes behind the links in mails (extended API, section A). */
export function registerIdentityConfirmations(app: App): void {
  registerConfirmAccount(app);
  registerConfirmEmail(app);
  registerSendConfirmation(app);
  registerConfirmEmailChange(app);
  registerUndoEmailChange(app);
  registerDenyAccount(app);
  registerMergeAnswers(app);
}

function registerConfirmAccount(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-account',
    config: { access: access.optionalCustomer(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'confirmAccount',
      summary: 'Prove an email with the code from the mail, and sign in',
      description: PROOF,
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      body: Type.Optional(ProofBody),
      response: { 200: ConfirmedAccountResult, ...problems(invalidCode, invalidCredentials, emailInUse) },
    },
    handler: async (request) => {
      const { context } = request;
      const input = { ...proofOf(request), userAgent: userAgentOf(request) };
      const confirmed = await confirmAccount(context, input, waitingPurchases);
      const { status, customer } = confirmed;
      if (status === 'SignedIn') {
        return { ...(await signedInAnswer(context, customer, confirmed)), status };
      }
      const { resetPasswordToken } = confirmed;
      return { ...(await identityAnswer(context, customer)), status, resetPasswordToken };
    },
  });
}

function registerConfirmEmail(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-email',
    config: { access: access.optionalCustomer(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'confirmEmail',
      summary: 'Confirm an email address with the code from the mail',
      description: `${PROOF} The response is empty, unless the customer has no password then: it has a code for reset-password, which is also mailed.`,
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      body: Type.Optional(ProofBody),
      response: {
        200: Type.Unsafe<Static<typeof ConfirmedEmail> | undefined>(ConfirmedEmail),
        ...problems(invalidCode, invalidCredentials, emailInUse),
      },
    },
    handler: async (request, reply) => {
      const { context } = request;
      const resetPasswordToken = await confirmEmail(context, proofOf(request), waitingPurchases);
      if (resetPasswordToken === undefined) return reply.send(undefined);
      return { status: 'PasswordSetupRequired' as const, resetPasswordToken };
    },
  });
}

function registerSendConfirmation(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/send-confirmation',
    config: { access: access.customer(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'sendConfirmation',
      summary: 'Mail the confirmation link to the customer again',
      description: 'If the email is already confirmed, no mail is sent.',
      tags: IDENTITY_TAGS,
      response: { 200: emptyAnswer('The link is on its way.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { context } = request;
      await sendConfirmation(context, signedIn(request).customer.id);
      return reply.send(undefined);
    },
  });
}

function registerConfirmEmailChange(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/confirm-email-change',
    config: { access: access.customer(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'confirmEmailChange',
      summary: 'Use the new email address, with the code that was mailed to it',
      description: 'The old address gets a mail with a link that undoes the change.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('The email address is changed.'), ...problems(invalidCode, emailInUse) },
    },
    handler: async (request, reply) => {
      const { context, query } = request;
      const { id } = signedIn(request).customer;
      await confirmEmailChange(context, id, codeFrom(query), releasePurchases);
      return reply.send(undefined);
    },
  });
}

/** The code of a link, and the credentials that its holder presents with it. */
function proofOf(
  request: FastifyRequest<{
    Querystring: Static<typeof CodeQuery>;
    Body: Static<typeof ProofBody> | undefined;
  }>,
) {
  const { query, body } = request;
  return {
    ...codeFrom(query),
    credentials: { sessionId: sessionIdOf(request), password: body?.password },
  };
}

function registerUndoEmailChange(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/undo-email-change',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'undoEmailChange',
      summary: 'Undo a change of email address, with the code that was mailed to the old address',
      description:
        'Possible for seven days. All sessions end and the password is removed: the response has a code for reset-password.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: {
        200: Type.Object({ email: Type.String(), resetPasswordToken: Type.String() }),
        ...problems(invalidCode, emailInUse),
      },
    },
    handler: async (request) => {
      const { context, query } = request;
      const code = codeFrom(query);
      const undone = await undoEmailChange(context, code, releasePurchases);
      return { email: undone.customer.email, resetPasswordToken: undone.resetPasswordToken };
    },
  });
}

function registerDenyAccount(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/deny-account',
    config: { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'denyAccount',
      summary: 'Remove an account that somebody else made with this email address',
      description:
        'With the code from the mail that asks to confirm the address (“This wasn’t me”), for seven days. All sessions end, and the address is free again. An account that owns purchases stays: its buyer may have mistyped the address.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: {
        200: emptyAnswer('The account is removed.'),
        ...problems(invalidCode, accountOwnsPurchases),
      },
    },
    handler: async (request, reply) => {
      await denyAccount(request.context, codeFrom(request.query));
      return reply.send(undefined);
    },
  });
}

const OtherAccountBody = Type.Object(
  {
    otherEmail: Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'The whole email of the other account, of which the mail names a part.',
    }),
  },
  { title: 'OtherAccount' },
);

/** The two answers to the mail that asks whether an account may be merged into another one of the same person. */
function registerMergeAnswers(app: App): void {
  const config = { access: access.public(), limit: 'passwordResetPerMinute', isCountedAlone: true } as const;
  app.route({
    method: 'POST',
    url: '/api/customer/identity/agree-to-merge',
    config,
    schema: {
      operationId: 'agreeToMerge',
      summary: 'Merge the account into the other one, as its vendor asked',
      description:
        'With the code of the mail, for seven days. What belongs to the account belongs to the other one from then on, and ' +
        'this email signs nobody in any more. 409 `MergeRefused` where something has changed since.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      body: OtherAccountBody,
      response: {
        200: emptyAnswer('The accounts are one.'),
        ...problems(invalidInput, invalidCode, mergeRefused),
      },
    },
    handler: async (request, reply) => {
      const { otherEmail } = request.body;
      await agreeToMerge(request.context, { ...codeFrom(request.query), otherEmail });
      return reply.send(undefined);
    },
  });
  app.route({
    method: 'POST',
    url: '/api/customer/identity/decline-merge',
    config,
    schema: {
      operationId: 'declineMerge',
      summary: 'Keep two accounts that the vendor wants to merge',
      description: 'With the code of the mail, which does nothing from then on. Nothing changes.',
      tags: IDENTITY_TAGS,
      querystring: CodeQuery,
      response: { 200: emptyAnswer('Both accounts stay.'), ...problems(invalidCode) },
    },
    handler: async (request, reply) => {
      await declineMerge(request.context, codeFrom(request.query));
      return reply.send(undefined);
    },
  });
}
