import type { EventBody, EventRow } from '../../events/index.ts';
import type { Delivery } from '../tables.ts';

/** An example, as if it had happened when the test was requested. */
export function testEvent(delivery: Delivery, example: EventBody | undefined): EventRow | undefined {
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
