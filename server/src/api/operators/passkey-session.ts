import { forbidden } from '../../kernel/problem.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmWithPasskey,
  passkeyRefused,
  passkeysUnavailable,
  signInWithPasskey,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { signedInOperator } from '../guards/caller.ts';
import { refuseOtherPages } from '../guards/operator-session.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';
import { RequestOptions, SignatureOfPasskey } from './passkey-wire.ts';
import { beginSession, ConfirmationAnswer, SessionAnswer } from './session-answer.ts';

const SIGN_IN = '/api/operator/session/passkey';
const CONFIRM = '/api/operator/session/confirm/passkey';

/** How operators sign in, and confirm that it is them, with a passkey (the vendor's dashboard, signing in). */
export function registerPasskeySession(app: App): void {
  registerSignIn(app);
  registerConfirm(app);
}

function registerSignIn(app: App): void {
  const config = { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true } as const;
  app.route({
    method: 'POST',
    url: `${SIGN_IN}/options`,
    config,
    schema: {
      operationId: 'beginOperatorPasskeySignIn',
      summary: 'What a browser needs to ask for a passkey',
      description: 'It is the same for everybody, and names no operator.',
      tags: OPERATOR_TAGS,
      response: { 200: RequestOptions, ...problems(passkeysUnavailable, forbidden) },
    },
    handler: (request) => {
      refuseOtherPages(request);
      return beginPasskeySignIn(request.context);
    },
  });
  app.route({
    method: 'POST',
    url: SIGN_IN,
    config,
    schema: {
      operationId: 'signInWithOperatorPasskey',
      summary: 'Sign in to the dashboard with a passkey',
      description:
        'In place of password and one-time code: the authenticator has to check a finger, a face or a PIN. The session is in a cookie.',
      tags: OPERATOR_TAGS,
      body: SignatureOfPasskey,
      response: { 200: SessionAnswer, ...problems(passkeyRefused, passkeysUnavailable, forbidden) },
    },
    handler: async (request, reply) => {
      refuseOtherPages(request);
      return beginSession(request, reply, await signInWithPasskey(request.context, request.body));
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
      operationId: 'beginOperatorPasskeyConfirmation',
      summary: 'What a browser needs to ask for a passkey of the operator who is signed in',
      tags: OPERATOR_TAGS,
      response: { 200: RequestOptions, ...problems(passkeysUnavailable) },
    },
    handler: (request) => beginPasskeyConfirmation(request.context, signedInOperator(request).session),
  });
  app.route({
    method: 'POST',
    url: CONFIRM,
    config,
    schema: {
      operationId: 'confirmWithOperatorPasskey',
      summary: 'Confirm with a passkey, so that sensitive actions are possible for ten minutes',
      description: 'Only in this session, and only with a passkey of its operator.',
      tags: OPERATOR_TAGS,
      body: SignatureOfPasskey,
      response: { 200: ConfirmationAnswer, ...problems(passkeyRefused, passkeysUnavailable) },
    },
    handler: async (request) => {
      const { session } = signedInOperator(request);
      const end = await confirmWithPasskey(request.context, session, request.body);
      return { confirmedUntil: end.toISOString() };
    },
  });
}
