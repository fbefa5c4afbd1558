import type { System } from '../../../platform/system.ts';
import { once } from '../../../kernel/once.ts';
import type { EventBody } from '../../events/index.ts';
import { addressRules } from '../manage-endpoints.ts';
import type { DeliveryPorts } from './deliver-job.ts';
import { openSender, type SenderOptions } from './send.ts';
import { testEvent } from './test-event.ts';

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
