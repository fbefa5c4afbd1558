import { type Static, Type } from '../../kernel/schema.ts';
import { otherViolations, type ViolationRow } from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { Moment } from '../wire/moment.ts';

const ViolationAnswer = Type.Object(
  {
    violation: Type.String({
      description:
        '`OrderPayment`: an order is paid without a payment, or with two, or with one of another amount. `Refunds`: the refunds of a payment are not what it counts. `DocumentGap`: the numbers of a series of documents have a gap. New ones may be added.',
    }),
    subject: Type.String({ description: 'The order; of a `DocumentGap`, the beginning of its numbers.' }),
    foundAt: Moment,
  },
  { title: 'Violation' },
);

/** What the nightly check has found broken outside of subscriptions (subscriptions, section 6). */
export function registerViolations(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/violations',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'listViolations',
      summary: 'Orders, refunds and documents that contradict themselves',
      description:
        'What the last nightly check has found wrong, which is never to happen: at most a hundred. What it has found in subscriptions is their `violation`.',
      tags: ['Orders'],
      response: {
        200: Type.Object({ items: Type.Array(ViolationAnswer) }, { title: 'Violations' }),
        ...problems(),
      },
    },
    handler: async ({ context }) => ({ items: (await otherViolations(context)).map(violationAnswer) }),
  });
}

function violationAnswer({ violation, subject, foundAt }: ViolationRow): Static<typeof ViolationAnswer> {
  return { violation, subject, foundAt: foundAt.toISOString() };
}
