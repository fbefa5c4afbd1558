import { useMutation } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { useFreshWebhook } from './webhook-queries.ts';

/** Sends a delivery of an endpoint again, and reads how it stands; `failure` says why it could not. */
export function useRetry(id: string) {
  const refresh = useFreshWebhook(id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (deliveryId: string) => {
      const params = { path: { id, deliveryId } };
      return answer(api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/retry', { params }));
    },
    onSettled: refresh,
  });
  return { run: mutate, isBusy: isPending, failure: error };
}
