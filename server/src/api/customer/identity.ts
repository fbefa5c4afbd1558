import { Type } from 'typebox';
import type { Account } from '../../modules/accounts/index.ts';
import { refreshSession, signIn, signUp, signUpIssues, type SignedIn } from '../../modules/identity/index.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { limitAction } from '../guards/limit-action.ts';
import { AddressInput } from '../wire/address.ts';
import { IdentityResult, identityResult } from '../wire/identity.ts';

const TAGS = ['Identity'];

const Email = Type.String({ minLength: 1, maxLength: 320 });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });

/** Sign-up, sign-in and refresh (customer API, Identity). */
export function registerIdentity(app: App, system: System): void {
  registerSignIn(app, system);
  registerRefresh(app, system);
  registerSignUp(app, system);
}

function registerSignIn(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/sign-in',
    config: { access: access.public() },
    schema: {
      tags: TAGS,
      summary: 'Sign in with email and password',
      consumes: ['text/plain'],
      querystring: Type.Object({ email: Email }),
      body: Type.String({ minLength: 1, maxLength: 1_000, description: 'The password.' }),
      response: { 200: IdentityResult, ...problems() },
    },
    handler: async (request) => {
      const { account, query, body } = request;
      await limitAction(system, request, 'sign-in', account.settings.limits.signInPerMinute);
      return answer(
        system,
        account,
        await signIn(system, account, { email: emailOf(query), password: body }),
      );
    },
  });
}

function registerRefresh(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/refresh',
    config: { access: access.public() },
    schema: {
      tags: TAGS,
      summary: 'Exchange a refresh token for a new pair of tokens',
      consumes: ['text/plain'],
      querystring: Type.Object({
        token: Type.String({ minLength: 1, maxLength: 500, description: 'The newest refresh token.' }),
      }),
      body: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The access token that belongs to it; it may have expired.',
      }),
      response: { 200: IdentityResult, ...problems(403) },
    },
    handler: async ({ account, query, body }) => {
      const input = { refreshToken: query.token, accessToken: body.trim() };
      return answer(system, account, await refreshSession(system, account, input));
    },
  });
}

function registerSignUp(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    config: { access: access.public(), alsoCheck: signUpIssues },
    schema: {
      tags: TAGS,
      summary: 'Make a customer and sign in',
      querystring: Type.Object({
        communicationOptIn: Type.Optional(Type.Boolean({ description: 'Marketing opt-in.' })),
      }),
      body: Type.Object({
        name: Type.String(),
        email: Type.String(),
        password: Password,
        address: Type.Optional(AddressInput),
        acceptedPrivacyPolicy: Type.Optional(Type.Boolean()),
        acceptedTermsAndConditions: Type.Optional(Type.Boolean()),
      }),
      response: { 200: IdentityResult, ...problems(409) },
    },
    handler: async (request) => {
      const { account, query, body } = request;
      await limitAction(system, request, 'sign-up', account.settings.limits.signUpPerMinute);
      const input = { ...body, newsletterOptIn: query.communicationOptIn };
      return answer(system, account, await signUp(system, account, input));
    },
  });
}

/** Clients that forget to encode a `+` send a space, which no email holds. */
function emailOf({ email }: { readonly email: string }): string {
  return email.trim().replaceAll(' ', '+');
}

async function answer(system: System, account: Account, { customer, ...tokens }: SignedIn) {
  const { reader } = system.database;
  const ownedProducts = await ownedProductIds(reader, account.id, customer.id, system.clock.now());
  return identityResult(customer, { ownedProducts, subscribedProducts: [] }, tokens);
}
