import { type Static, Type } from '../../kernel/schema.ts';
import { fallbackAtEnd, type Subscription } from '../../modules/subscriptions/index.ts';

/** What the licenses of a subscription keep for good (subscriptions, section 4). */
export const FallbackBody = Type.Object(
  {
    afterCycles: Type.Optional(
      Type.Integer({
        description: 'After as many paid cycles in a row. Absent: only an earlier plan had one.',
      }),
    ),
    updatesUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When the latest of these cycles began: the licenses keep what was published by then, and security fixes of the last version. Absent: nothing is earned yet.',
      }),
    ),
    isInForce: Type.Boolean({ description: 'Whether the licenses have that now, without an end.' }),
  },
  { title: 'PerpetualFallback', description: 'What the licenses keep when the subscription ends.' },
);

/** The wire form of what a subscription keeps; nothing for plans without that. */
export function fallbackField({ fallback }: Pick<Subscription, 'fallback'>): {
  fallback?: Static<typeof FallbackBody>;
} {
  if (fallback === null) return {};
  const { afterCycles, heldUntil } = fallback;
  const updatesUntil = heldUntil ?? fallbackAtEnd(fallback)?.updatesUntil;
  return {
    fallback: {
      ...(afterCycles !== null && { afterCycles }),
      ...(updatesUntil !== undefined && { updatesUntil }),
      isInForce: heldUntil !== null,
    },
  };
}
