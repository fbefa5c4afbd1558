import { isRecord } from '../../kernel/json.ts';
import { Type } from '../../kernel/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  refreshRefused,
  refreshSession,
  signIn,
  signUp,
  updateIdentity,
} from '../../modules/identity/index.ts';
import { chargeAfterCorrection } from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { signedIn } from '../guards/caller.ts';
import { AddressInput } from '../wire/address.ts';
import { billingDetailsInput, differInTaxes } from '../wire/billing.ts';
import { IdentityResult, SignedInResult } from '../wire/identity.ts';
import {
  emailOf,
  EmailQuery,
  IDENTITY_TAGS,
  identityAnswer,
  signedInAnswer,
  userAgentOf,
} from './identity-answer.ts';
import { emailInUse } from '../../modules/customers/index.ts';

/** Sign-up, sign-in, refresh and the customer's own details (customer API, Identity). */
export function registerIdentity(app: App): void {
  registerSignIn(app);
  registerRefresh(app);
  registerSignUp(app);
  registerUpdate(app);
  registerUser(app);
}

function registerSignIn(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/sign-in',
    config: { access: access.public(), limit: 'signInPerMinute' },
    schema: {
      operationId: 'signIn',
      summary: 'Sign in with email and password',
      description: 'A wrong password and an unknown email get the same error, InvalidCredentials.',
      tags: IDENTITY_TAGS,
      consumes: ['text/plain'],
      querystring: Type.Object({ email: EmailQuery }),
      body: Type.String({ minLength: 1, maxLength: 1_000, description: 'The password.' }),
      response: { 200: SignedInResult, ...problems(invalidCredentials, emailNotConfirmed) },
    },
    handler: async (request) => {
      const { context, query, body } = request;
      const input = { email: emailOf(query), password: body, userAgent: userAgentOf(request) };
      const { customer, ...tokens } = await signIn(context, input);
      return signedInAnswer(context, customer, tokens);
    },
  });
}

function registerRefresh(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/refresh',
    config: { access: access.public() },
    // Clients sign out on 403 only: input that cannot be a token is refused in the same way as an invalid token.
    errorHandler: (error) => {
      throw isUnreadable(error) ? refreshRefused() : error;
    },
    schema: {
      operationId: 'refresh',
      summary: 'Exchange a refresh token for a new pair of tokens',
      description:
        'A refresh token works once. If sent again within ten seconds, it returns the same successor; later it ends the session.',
      tags: IDENTITY_TAGS,
      consumes: ['text/plain'],
      querystring: Type.Object({
        token: Type.String({ minLength: 1, maxLength: 500, description: 'The newest refresh token.' }),
      }),
      body: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The matching access token; it may have expired.',
      }),
      response: { 200: SignedInResult, ...problems(refreshRefused) },
    },
    handler: async ({ context, query, body }) => {
      const input = { refreshToken: query.token, accessToken: body.trim() };
      const { customer, ...tokens } = await refreshSession(context, input);
      return signedInAnswer(context, customer, tokens);
    },
  });
}

/** Whether a request was refused before its content was checked. */
function isUnreadable(error: Error): boolean {
  const status =
    error instanceof Problem ? error.status : 'statusCode' in error ? error.statusCode : undefined;
  return status === 400 || status === 413 || status === 415;
}

const SignUpInput = Type.Object(
  {
    name: Type.String({ description: 'Full name.' }),
    email: Type.String(),
    password: Type.String({
      description: '8 to 128 characters: lower case, upper case, digits and a symbol.',
    }),
    address: Type.Optional(AddressInput),
    acceptedPrivacyPolicy: Type.Optional(Type.Boolean()),
    acceptedTermsAndConditions: Type.Optional(Type.Boolean()),
  },
  { title: 'SignUp' },
);

const ActivationPending = Type.Object(
  { status: Type.Literal('activation_pending'), email: Type.String() },
  { title: 'ActivationPending' },
);

function registerSignUp(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    config: { access: access.public(), limit: 'signUpPerMinute' },
    schema: {
      operationId: 'signUp',
      summary: 'Sign up and sign in',
      description: 'Returns 202 if the account requires a confirmed email before sign-in.',
      tags: IDENTITY_TAGS,
      querystring: Type.Object({
        communicationOptIn: Type.Optional(Type.Boolean({ description: 'Marketing opt-in.' })),
      }),
      body: SignUpInput,
      response: { 200: SignedInResult, 202: ActivationPending, ...problems(emailInUse) },
    },
    handler: async (request, reply) => {
      const { context, query, body } = request;
      const input = { ...body, newsletterOptIn: query.communicationOptIn, userAgent: userAgentOf(request) };
      const result = await signUp(context, input);
      if (result.status === 'ActivationPending') {
        return reply.code(202).send({ status: 'activation_pending', email: result.customer.email });
      }
      return reply.code(200).send(await signedInAnswer(context, result.customer, result));
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/customer/identity',
    config: {
      access: access.customer(),
      // A new email gets a mail, like that of a sign-up.
      limit: 'signUpPerMinute',
      limitIf: ({ body }) => isRecord(body) && body['email'] !== undefined,
      isCountedAlone: true,
    },
    schema: {
      operationId: 'updateIdentity',
      summary: "Change the customer's own details",
      description:
        'Only the fields sent change; null removes one. Returns 201 if a new email has to be confirmed by mail first.',
      tags: IDENTITY_TAGS,
      body: Type.Object({
        name: Type.Optional(Type.String({ description: 'An empty one changes nothing.' })),
        email: Type.Optional(Type.String()),
        ...billingDetailsInput,
        communicationPreferences: Type.Optional(
          Type.Object({
            newsletterOptIn: Type.Optional(Type.Boolean()),
            productUpdatesOptIn: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
      response: { 200: IdentityResult, 201: IdentityResult, ...problems(emailInUse) },
    },
    handler: async (request, reply) => {
      const { context, body } = request;
      const { customer: before } = signedIn(request);
      const { id } = before;
      const { customer, isEmailPending } = await updateIdentity(context, id, body ?? {});
      if (differInTaxes(before, customer)) await chargeAfterCorrection(context, id);
      return reply.code(isEmailPending ? 201 : 200).send(await identityAnswer(context, customer));
    },
  });
}

function registerUser(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/meta/user',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'currentUser',
      summary: 'The customer who is signed in',
      description: 'Returns the same as a sign-in, without tokens.',
      tags: IDENTITY_TAGS,
      response: { 200: IdentityResult, ...problems() },
    },
    handler: (request) => identityAnswer(request.context, signedIn(request).customer),
  });
}
