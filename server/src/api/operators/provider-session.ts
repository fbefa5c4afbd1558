import { forbidden } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import {
  beginProviderConfirmation,
  beginProviderSignIn,
  confirmWithProvider,
  emailUnproven,
  noSignInProvider,
  providerSignInRefused,
  signInProviderUnavailable,
  signInWithProvider,
  strangeEmail,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { refuseOtherPages } from '../guards/operator-session.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';
import { beginSession, ConfirmationAnswer, SessionAnswer } from './session-answer.ts';

const SIGN_IN = '/api/operator/session/provider';
const CONFIRM = '/api/operator/session/confirm/provider';

const DepartureAnswer = Type.Object(
  {
    url: Type.String({ description: 'Where the browser goes.' }),
    attempt: Type.String({
      description: 'The browser keeps it, and sends it with the answer of the provider.',
    }),
  },
  { title: 'OperatorProviderDeparture' },
);

const ArrivalBody = Type.Object(
  {
    attempt: Type.String({ maxLength: 200, description: 'From the beginning.' }),
    query: Type.String({
      maxLength: 10_000,
      description: 'The query of the address `/dashboard/provider` that the provider has led to.',
    }),
  },
  { title: 'OperatorProviderArrival', additionalProperties: false },
);

/** How operators sign in, and confirm that it is them, at the vendor's own provider (OpenID Connect). */
export function registerProviderSession(app: App): void {
  registerName(app);
  registerDeparture(app);
  registerArrival(app);
  registerConfirm(app);
}

function registerName(app: App): void {
  app.route({
    method: 'GET',
    url: SIGN_IN,
    config: { access: access.public() },
    schema: {
      operationId: 'getOperatorProvider',
      summary: 'The vendor’s own provider for signing in, if there is one',
      description: 'Its name, for the button of the sign-in page.',
      tags: OPERATOR_TAGS,
      response: {
        200: Type.Object(
          { name: Type.Optional(Type.String({ description: 'What the sign-in page calls it.' })) },
          { title: 'OperatorProvider' },
        ),
        ...problems(),
      },
    },
    handler: ({ context }) => {
      const { signInProvider: provider } = context.config;
      return provider === undefined ? {} : { name: provider.name };
    },
  });
}

const PUBLIC = { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true } as const;

function registerDeparture(app: App): void {
  app.route({
    method: 'POST',
    url: `${SIGN_IN}/options`,
    config: PUBLIC,
    schema: {
      operationId: 'beginOperatorProviderSignIn',
      summary: 'Where to sign in at the vendor’s own provider',
      description: 'Good for five minutes and one sign-in, in the browser that asks.',
      tags: OPERATOR_TAGS,
      response: {
        200: DepartureAnswer,
        ...problems(noSignInProvider, signInProviderUnavailable, forbidden),
      },
    },
    handler: (request) => {
      refuseOtherPages(request);
      return beginProviderSignIn(request.context);
    },
  });
}

function registerArrival(app: App): void {
  app.route({
    method: 'POST',
    url: SIGN_IN,
    config: PUBLIC,
    schema: {
      operationId: 'signInWithOperatorProvider',
      summary: 'Sign in to the dashboard with what the vendor’s own provider says',
      description:
        'The provider has to vouch for the email of an operator. The session is in a cookie. Nobody gets another role by it.',
      tags: OPERATOR_TAGS,
      body: ArrivalBody,
      response: {
        200: SessionAnswer,
        ...problems(
          noSignInProvider,
          providerSignInRefused,
          emailUnproven,
          strangeEmail,
          signInProviderUnavailable,
          forbidden,
        ),
      },
    },
    handler: async (request, reply) => {
      refuseOtherPages(request);
      return beginSession(request, reply, await signInWithProvider(request.context, request.body));
    },
  });
}

function registerConfirm(app: App): void {
  const config = { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true } as const;
  app.route({
    method: 'POST',
    url: `${CONFIRM}/options`,
    config,
    schema: {
      operationId: 'beginOperatorProviderConfirmation',
      summary: 'Where to sign in again at the vendor’s own provider',
      tags: OPERATOR_TAGS,
      response: { 200: DepartureAnswer, ...problems(noSignInProvider, signInProviderUnavailable) },
    },
    handler: (request) => beginProviderConfirmation(request.context, signedInOperator(request).session),
  });
  app.route({
    method: 'POST',
    url: CONFIRM,
    config,
    schema: {
      operationId: 'confirmWithOperatorProvider',
      summary:
        'Confirm with a new sign-in at the provider, so that sensitive actions are possible for ten minutes',
      description: 'Only in this session, and only as its operator.',
      tags: OPERATOR_TAGS,
      body: ArrivalBody,
      response: {
        200: ConfirmationAnswer,
        ...problems(
          noSignInProvider,
          providerSignInRefused,
          emailUnproven,
          strangeEmail,
          signInProviderUnavailable,
        ),
      },
    },
    handler: async (request) => {
      const { session } = signedInOperator(request);
      const end = await confirmWithProvider(request.context, session, request.body);
      return { confirmedUntil: end.toISOString() };
    },
  });
}
