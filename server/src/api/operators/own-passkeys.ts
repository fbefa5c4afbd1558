import { invalidInput, notFound } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  addPasskey,
  beginPasskey,
  lastPasskey,
  listPasskeys,
  type Passkey,
  passkeyRefused,
  passkeysUnavailable,
  removePasskey,
  tooManyPasskeys,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { Moment } from '../wire/moment.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';
import { CreationOptions, NewOperatorPasskey, PasskeyName } from './passkey-wire.ts';

const URL = '/api/operator/passkeys';

const PasskeyAnswer = Type.Object(
  {
    id: Type.String(),
    name: PasskeyName,
    domain: Type.Optional(
      Type.String({ description: 'The host on which it works; absent where that is not known.' }),
    ),
    createdAt: Moment,
    lastUsedAt: Type.Optional(Moment),
  },
  { title: 'OperatorPasskey' },
);

/** The passkeys of the operator who is signed in: each replaces password and one-time code (Web Authentication). */
export function registerOwnPasskeys(app: App): void {
  registerList(app);
  registerBegin(app);
  registerAdd(app);
  registerRemove(app);
}

function registerList(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'listOperatorPasskeys',
      summary: 'The passkeys of the operator who is signed in, oldest first',
      description: 'There are ten at most.',
      tags: OPERATOR_TAGS,
      response: {
        200: Type.Object({ items: Type.Array(PasskeyAnswer) }, { title: 'OperatorPasskeys' }),
        ...problems(),
      },
    },
    handler: async (request) => {
      const { operator } = signedInOperator(request);
      return { items: (await listPasskeys(request.context, operator.id)).map(passkeyAnswer) };
    },
  });
}

function registerBegin(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/options`,
    config: { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true, isSensitive: true },
    schema: {
      operationId: 'beginOperatorPasskey',
      summary: 'What a browser needs to make a passkey',
      tags: OPERATOR_TAGS,
      response: { 200: CreationOptions, ...problems(passkeysUnavailable) },
    },
    handler: (request) => beginPasskey(request.context, signedInOperator(request)),
  });
}

function registerAdd(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true, isSensitive: true },
    schema: {
      operationId: 'addOperatorPasskey',
      summary: 'Keep a passkey that the browser has made',
      description: 'From then on it signs the operator in. A mail tells them.',
      tags: OPERATOR_TAGS,
      body: NewOperatorPasskey,
      response: {
        200: PasskeyAnswer,
        ...problems(invalidInput, passkeyRefused, passkeysUnavailable, tooManyPasskeys),
      },
    },
    handler: async (request) => {
      const { session } = signedInOperator(request);
      return passkeyAnswer(await addPasskey(request.context, session, request.body));
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:passkeyId`,
    config: { access: access.operator(), isSensitive: true },
    schema: {
      operationId: 'removeOperatorPasskey',
      summary: 'Remove a passkey of the operator who is signed in',
      description:
        'It signs nobody in any more. A mail tells the operator. Another operator’s passkey is 404.',
      tags: OPERATOR_TAGS,
      params: Type.Object({ passkeyId: Type.String() }),
      response: { 204: emptyAnswer('The passkey was removed.'), ...problems(notFound, lastPasskey) },
    },
    handler: async (request, reply) => {
      const { operator } = signedInOperator(request);
      await removePasskey(request.context, operator.id, request.params.passkeyId);
      return reply.code(204).send(undefined);
    },
  });
}

function passkeyAnswer({ id, name, rpId, createdAt, lastUsedAt }: Passkey): Static<typeof PasskeyAnswer> {
  return {
    id,
    name,
    ...(rpId !== null && { domain: rpId }),
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
