import { invalidInput } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import {
  beginCodes,
  codesNotSetUp,
  countRecoveryCodes,
  endCodes,
  finishCodes,
  renewRecoveryCodes,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';

const URL = '/api/operator/codes';

const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description:
        'Ten codes, each of which takes the place of a one-time code once. They are shown only now, and replace all earlier ones.',
    }),
  },
  { title: 'OperatorRecoveryCodes' },
);

/** The one-time codes of the operator who is signed in: a second step of signing in (RFC 6238). */
export function registerOwnCodes(app: App): void {
  registerState(app);
  registerBegin(app);
  registerFinish(app);
  registerRenew(app);
  registerEnd(app);
}

function registerState(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'getOperatorCodes',
      summary: 'Whether the operator who is signed in uses one-time codes',
      tags: OPERATOR_TAGS,
      response: {
        200: Type.Object(
          {
            isOn: Type.Boolean(),
            recoveryCodesLeft: Type.Integer({ description: 'Recovery codes that were not used.' }),
          },
          { title: 'OperatorCodes' },
        ),
        ...problems(),
      },
    },
    handler: async (request) => {
      const { operator } = signedInOperator(request);
      return {
        isOn: operator.hasCodes,
        recoveryCodesLeft: await countRecoveryCodes(request.context, operator.id),
      };
    },
  });
}

function registerBegin(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.operator(), isSensitive: true },
    schema: {
      operationId: 'beginOperatorCodes',
      summary: 'Begin to set up one-time codes',
      description:
        'Nothing changes until `finishOperatorCodes` gets a code of the new secret: whoever uses codes goes on with the old one.',
      tags: OPERATOR_TAGS,
      response: {
        200: Type.Object(
          {
            secret: Type.String({
              description: 'For the authenticator app, in base32. It is shown only now.',
            }),
            uri: Type.String({ description: 'The same as `otpauth:` address, for a QR code.' }),
          },
          { title: 'OperatorCodeSetUp' },
        ),
        ...problems(),
      },
    },
    handler: (request) => beginCodes(request.context, signedInOperator(request).operator.id),
  });
}

function registerFinish(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/confirm`,
    config: { access: access.operator(), limit: 'signInPerMinute', isCountedAlone: true, isSensitive: true },
    schema: {
      operationId: 'finishOperatorCodes',
      summary: 'Switch one-time codes on, with one of the authenticator app',
      description: 'All other sessions of the operator end.',
      tags: OPERATOR_TAGS,
      body: Type.Object(
        { code: Type.String({ maxLength: 100, description: 'What the app shows now.' }) },
        { title: 'OperatorCodeProof', additionalProperties: false },
      ),
      response: { 200: RecoveryCodes, ...problems(invalidInput, codesNotSetUp) },
    },
    handler: async (request) => {
      const { session } = signedInOperator(request);
      return { recoveryCodes: await finishCodes(request.context, session, request.body.code) };
    },
  });
}

function registerRenew(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/operator/recovery-codes',
    config: { access: access.operator(), isSensitive: true },
    schema: {
      operationId: 'renewOperatorRecoveryCodes',
      summary: 'New recovery codes in place of all earlier ones',
      tags: OPERATOR_TAGS,
      response: { 200: RecoveryCodes, ...problems(codesNotSetUp) },
    },
    handler: async (request) => ({
      recoveryCodes: await renewRecoveryCodes(request.context, signedInOperator(request).operator.id),
    }),
  });
}

function registerEnd(app: App): void {
  app.route({
    method: 'DELETE',
    url: URL,
    config: { access: access.operator(), isSensitive: true },
    schema: {
      operationId: 'endOperatorCodes',
      summary: 'Switch one-time codes off',
      description: 'The recovery codes no longer work either.',
      tags: OPERATOR_TAGS,
      response: { 204: emptyAnswer('The password alone signs the operator in.'), ...problems() },
    },
    handler: async (request, reply) => {
      await endCodes(request.context, signedInOperator(request).operator.id);
      return reply.code(204).send(undefined);
    },
  });
}
