import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  CONFIRMATION_MS,
  isConfirmed,
  type Operator,
  type OperatorSession,
  type SignedInOperator,
} from '../../modules/operators/index.ts';
import { keepSession } from '../guards/operator-session.ts';
import { Moment } from '../wire/moment.ts';
import { OperatorAnswer, operatorAnswer } from './operator-answer.ts';

/** Who is signed in, in the wire form. */
export const SessionAnswer = Type.Object(
  {
    operator: OperatorAnswer,
    scopes: Type.Array(Type.String(), { description: 'What the role allows; `*` is everything.' }),
    account: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        locale: Type.String(),
        timeZone: Type.String({ description: 'The days of reports begin in this zone.' }),
        currencies: Type.Array(Type.String()),
      },
      { title: 'OperatorAccount' },
    ),
    hasPassword: Type.Boolean({
      description: 'Whether there is a password, which can be changed and confirm.',
    }),
    confirmedUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Until then, sensitive actions need no further confirmation.',
      }),
    ),
  },
  { title: 'OperatorSession', description: 'Who is signed in, and what they may do here.' },
);

/** The end of a second look, in the wire form. */
export const ConfirmationAnswer = Type.Object({ confirmedUntil: Moment }, { title: 'OperatorConfirmed' });

/** Hands a new session to the browser, and says who is signed in. */
export function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { operator, session, token }: SignedInOperator,
): Static<typeof SessionAnswer> {
  keepSession(request, reply, token);
  return sessionAnswer(request, { operator, session });
}

/** The wire form of who is signed in. */
export function sessionAnswer(
  { account, context }: FastifyRequest,
  { operator, session }: { readonly operator: Operator; readonly session: OperatorSession },
): Static<typeof SessionAnswer> {
  const { locale, currencies, documents } = account.settings;
  const { confirmedAt } = session;
  const isNow = isConfirmed(session, context.clock.now());
  return {
    operator: operatorAnswer(operator),
    scopes: [...operator.scopes],
    account: {
      id: account.id,
      name: account.name,
      locale,
      timeZone: documents.timeZone,
      currencies: [...currencies],
    },
    hasPassword: operator.hasPassword,
    ...(confirmedAt !== null &&
      isNow && { confirmedUntil: new Date(confirmedAt.getTime() + CONFIRMATION_MS).toISOString() }),
  };
}
