import { followEvents } from '../events/scenarios.ts';
import { startTestApp } from '../harness.ts';
import { merchantOf } from '../merchant.ts';
import { stockShop } from '../shop.ts';
import { updateSettings } from '../../src/modules/accounts/index.ts';

/** An endpoint as the Core API shows it. */
export interface Webhook {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly disabledReason?: string;
  readonly publicKey?: string;
  readonly replay?: { readonly sent: number; readonly position: number; readonly end: number };
}

/** A delivery as the Core API shows it. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: readonly {
    readonly statusCode?: number;
    readonly error?: string;
    readonly responseBody?: string;
  }[];
  readonly nextAttemptAt?: string;
  readonly request?: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** A shop whose vendor has webhooks, and the repeated steps of their tests. */
export async function webhookDesk(environment: Record<string, string> = {}) {
  const app = await startTestApp(environment);
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { webhookEndpoints: 0 }, seller: { email: 'seller@example.com' } });
  const vendor = await merchantOf(app);
  await followEvents(app);
  let changes = 0;
  return {
    app,
    vendor,
    create: (url: string, more: object = {}): Promise<Webhook> =>
      vendor.call('POST', '/api/webhooks', { url, types: ['product.*'], ...more }),
    get: (id: string): Promise<Webhook> => vendor.call('GET', `/api/webhooks/${id}`),
    /** The last deliveries of an endpoint, newest first. */
    deliveriesOf: async (id: string): Promise<Delivery[]> => {
      const url = `/api/webhooks/${id}/deliveries?pageSize=100`;
      return (await vendor.call<{ items: Delivery[] }>('GET', url)).items;
    },
    /** Changes a product, which is an event. */
    change: async (product = 'app'): Promise<void> => {
      changes += 1;
      await vendor.call('PATCH', `/api/products/${product}`, { tagline: `Tagline ${changes}` });
    },
    /** Deletes all endpoints. */
    clear: async (): Promise<void> => {
      const { items } = await vendor.call<{ items: Webhook[] }>('GET', '/api/webhooks?pageSize=100');
      for (const { id } of items) await vendor.send('DELETE', `/api/webhooks/${id}`);
    },
  };
}
