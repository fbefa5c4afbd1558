import type { System } from '../../../platform/system.ts';
import { once } from '../../../kernel/once.ts';
import type { EventBody, EventRow } from '../../events/index.ts';
import { addressRules } from '../manage-endpoints.ts';
import type { Delivery } from '../tables.ts';
import type { DeliveryPorts } from './deliver-job.ts';
import { openSender, type SenderOptions } from './send.ts';

/** What deliveries of this process need: one sender for all, opened with the first. */
export function deliveryPorts(
  system: Pick<System, 'config' | 'clock'>,
  examples: Readonly<Record<string, EventBody>>,
  { random, ...options }: Partial<SenderOptions> & Pick<DeliveryPorts['webhooks'], 'random'>,
): DeliveryPorts {
  return {
    webhooks: {
      sender: once(() =>
        openSender({
          rules: addressRules(system),
          proxy: system.config.webhookProxy,
          clock: system.clock,
          ...options,
        }),
      ),
      testEvent: (delivery) => testEvent(delivery, examples[delivery.type]),
      random,
    },
  };
}

/** An example, as if it had happened when the test was requested. */
function testEvent(delivery: Delivery, example: EventBody | undefined): EventRow | undefined {
  if (example === undefined) return undefined;
  return {
    accountId: delivery.accountId,
    sequence: delivery.eventSequence,
    id: delivery.eventId,
    type: delivery.type,
    subjectType: example.subject.type,
    subjectId: example.subject.id,
    subjectSequence: example.subject.sequence,
    actorKind: 'Server',
    actorId: null,
    actorName: null,
    customerId: null,
    productIds: [],
    link: '',
    data: example.data,
    occurredAt: delivery.createdAt,
  };
}
