import { Type } from '../../kernel/schema.ts';
import { TEST_REVERSALS, tryReversal } from '../../modules/payments/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { guidOf } from '../wire/ids.ts';

const TestReversal = Type.Object(
  {
    paymentId: Type.String(),
    event: Type.Enum([...TEST_REVERSALS]),
    amountMinor: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

/**
 * For developers: simulates events of a test payment at its provider, such as a dispute. It does not exist in
 * production.
 */
export function registerDevReversals(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  app.route({
    method: 'POST',
    url: '/dev/try/reversals',
    config: { access: access.vendor('orders:write') },
    schema: { hide: true, body: TestReversal },
    handler: async ({ context, body }, reply) => {
      const { paymentId, event: reversal, amountMinor } = body;
      await tryReversal(context, { paymentId: guidOf(paymentId), reversal, amountMinor });
      return reply.code(204).send();
    },
  });
}
