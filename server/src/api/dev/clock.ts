import { invalidInput } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { listEvents } from '../../platform/journal/store.ts';
import { mailsSince } from '../../platform/mail/store.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { getSubscription } from '../../modules/subscriptions/index.ts';
import { setTestMethodBehaviour, TEST_METHOD_BEHAVIOURS } from '../../modules/payments/index.ts';
import { notFound } from '../../kernel/problem.ts';
import { guidOf } from '../wire/ids.ts';

const MOST_EVENTS = 100_000;

const ClockInput = Type.Object(
  {
    advance: Type.Optional(Type.String({ maxLength: 50, description: 'As in `P31D` or `PT12H`.' })),
    to: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);

/** What moves the clock: the composition root puts it there. */
export interface ClockPorts {
  readonly advance: (to: Date) => Promise<Date>;
}

/**
 * For developers: years pass in a moment, and the test methods of subscriptions do what is asked for. Neither exists in
 * production.
 */
export function registerDevClock(app: App, system: System, { advance }: ClockPorts): void {
  if (!system.config.hasDevFeatures) return;
  app.route({
    method: 'POST',
    url: '/api/dev/clock',
    config: { access: access.vendor('subscriptions:write') },
    schema: { hide: true, body: ClockInput },
    handler: async ({ context, body }) => {
      const from = context.clock.now();
      const now = await advance(targetOf(from, body));
      const [renewals, failures, mails] = await Promise.all([
        countOf(context, 'subscription.renewed', from),
        countOf(context, 'subscription.payment-failed', from),
        mailsSince(context.database.reader, context.account.id, from),
      ]);
      return { now: now.toISOString(), renewals, mails, failures };
    },
  });
  app.route({
    method: 'PATCH',
    url: '/api/dev/payment-methods/:subscriptionId',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      hide: true,
      params: Type.Object({ subscriptionId: Type.String() }),
      body: Type.Object(
        { behaviour: Type.Enum([...TEST_METHOD_BEHAVIOURS]) },
        { additionalProperties: false },
      ),
    },
    handler: async ({ context, params, body: { behaviour } }) => {
      const { methodId } = await getSubscription(context, guidOf(params.subscriptionId));
      if (methodId === null) throw notFound({ detail: 'This subscription has no saved payment method.' });
      await setTestMethodBehaviour(context, methodId, behaviour);
      return { behaviour };
    },
  });
}

function targetOf(from: Date, { advance, to }: { readonly advance?: string; readonly to?: string }): Date {
  if ((advance === undefined) === (to === undefined))
    throw invalidInput({ errors: { advance: ['must be sent, or else "to", and not both'] } });
  if (to !== undefined) {
    const target = new Date(to);
    if (target <= from)
      throw invalidInput({ errors: { to: ['must be later than now: the clock goes forward'] } });
    return target;
  }
  return later(from, advance ?? '');
}

function later(from: Date, text: string): Date {
  try {
    const duration = Temporal.Duration.from(text);
    if (duration.sign <= 0) throw new RangeError('not forward');
    const target = from.toTemporalInstant().toZonedDateTimeISO('UTC').add(duration);
    return new Date(target.epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidInput({ errors: { advance: ['must be a duration such as P31D or PT12H'] } });
  }
}

async function countOf({ database, account }: Context, type: string, from: Date): Promise<number> {
  return (await listEvents(database.reader, account.id, { type, from, limit: MOST_EVENTS })).length;
}
