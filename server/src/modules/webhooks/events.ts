import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { DisabledReason } from './tables.ts';

type OfEndpoint = { readonly webhook: string };

/** Events of webhook endpoints; of a URL only the host, because its path may be a secret. */
type WebhookEvent =
  | {
      readonly type: 'webhook.created';
      readonly subjects: OfEndpoint;
      readonly data: { readonly host: string; readonly types: readonly string[]; readonly form: string };
    }
  | {
      readonly type: 'webhook.changed';
      readonly subjects: OfEndpoint;
      readonly data: { readonly fields: readonly string[] };
    }
  | {
      readonly type: 'webhook.deleted' | 'webhook.secret-rotated' | 'webhook.enabled' | 'webhook.tested';
      readonly subjects: OfEndpoint;
      readonly data: {};
    }
  | {
      readonly type: 'webhook.disabled';
      readonly subjects: OfEndpoint;
      readonly data: { readonly reason: DisabledReason };
    }
  | {
      readonly type: 'webhook.replayed';
      readonly subjects: OfEndpoint;
      readonly data: { readonly from: string; readonly to: string; readonly types: readonly string[] | null };
    }
  | {
      readonly type: 'webhook.delivery-retried';
      readonly subjects: OfEndpoint & { readonly webhookDelivery: string };
      readonly data: {};
    };

/** @see record */
export const recordWebhookEvent: (tx: CommandTx, event: WebhookEvent) => void = record;
