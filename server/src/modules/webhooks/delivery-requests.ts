import type { QueryContext } from '../accounts/index.ts';
import { type EventBody, findEvents } from '../events/index.ts';
import { type Message, unsignedMessage } from './sending/message.ts';
import { testEvent } from './sending/test-event.ts';
import type { Delivery, Endpoint } from './tables.ts';

/** The last request of a delivery, without its signatures. */
export interface DeliveryRequest extends Message {
  readonly url: string;
}

/**
 * The last requests of these deliveries of an endpoint, by the id of the delivery: the same body, made again from the
 * event, so that what events no longer show is not shown here either. Deliveries that were not sent yet, or whose event is
 * no longer kept, have none.
 */
export async function requestsOf(
  ctx: QueryContext,
  endpoint: Endpoint,
  deliveries: readonly Delivery[],
  examples: Readonly<Record<string, EventBody>>,
): Promise<Map<string, DeliveryRequest>> {
  const ids = deliveries.flatMap(({ isTest, eventId }) => (isTest ? [] : [eventId]));
  const rows = ids.length === 0 ? [] : await findEvents(ctx, ids);
  const events = new Map(rows.map((event) => [event.id, event]));
  const requests = new Map<string, DeliveryRequest>();
  for (const delivery of deliveries) {
    const last = delivery.attempts.at(-1);
    const event = delivery.isTest
      ? testEvent(delivery, examples[delivery.type])
      : events.get(delivery.eventId);
    if (last === undefined || event === undefined) continue;
    const { url = endpoint.url, payload = endpoint.payload } = last;
    const message = unsignedMessage({ form: endpoint.form, payload }, event, new Date(last.at));
    requests.set(delivery.id, { url, ...message });
  }
  return requests;
}
