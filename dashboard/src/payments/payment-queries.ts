import type { components } from '@latchkey/sdk';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

export type PaymentConnection = components['schemas']['PaymentConnection'];
export type PaymentCheck = components['schemas']['PaymentConnectionCheck'];

/** The provider to which accounts connect. */
export const PROVIDER = 'stripe';

/** The connection with the provider, which it is asked about. */
export const paymentConnectionQuery = queryOptions({
  queryKey: ['payment-connection'],
  queryFn: ({ signal }) =>
    answer(
      api.GET('/api/settings/payment-connection', { params: { query: { provider: PROVIDER } }, signal }),
    ),
});
