import { Type } from '../../kernel/schema.ts';
import { agentName, type Session } from '../../modules/identity/index.ts';

/** A session of a customer. */
export const SessionAnswer = Type.Object(
  {
    id: Type.String(),
    createdAt: Type.String({ format: 'date-time', description: 'When the customer signed in.' }),
    lastUsedAt: Type.String({ format: 'date-time', description: 'When its tokens were last renewed.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends if nobody uses it.' }),
    userAgent: Type.Optional(Type.String({ description: 'The user agent of the client.' })),
    browser: Type.Optional(
      Type.String({ description: 'The name of the browser or program, from the user agent.' }),
    ),
    system: Type.Optional(
      Type.String({ description: 'The name of the operating system, from the user agent.' }),
    ),
    isCurrent: Type.Boolean({ description: 'Whether it is the one of this request.' }),
  },
  { title: 'Session' },
);

/** A session in its wire form; the id is that of the session of this request, if a customer sends it. */
export function sessionAnswer(session: Session, currentId?: string) {
  const { browser, system } = agentName(session.userAgent ?? undefined);
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.rotatedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    ...(session.userAgent !== null && { userAgent: session.userAgent }),
    ...(browser !== undefined && { browser }),
    ...(system !== undefined && { system }),
    isCurrent: session.id === currentId,
  };
}
