import type { Refusal } from '@latchkey/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** What every step of a subscription needs: it happens once however often it is sent, and the page shows it then. */
export function useSubscriptionStep(id: string, onClose: () => void) {
  const { refusals } = useSubscriptionTexts();
  const queryClient = useQueryClient();
  const { key, renewAfter } = useIdempotencyKey();
  return {
    params: { path: { id }, header: { 'idempotency-key': key } },
    explain: (failure: Refusal) => {
      renewAfter(failure);
      return refusals[failure.errorType ?? ''];
    },
    finish: async () => {
      void queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
      await queryClient.invalidateQueries({ queryKey: ['subscription'] });
      onClose();
    },
  };
}
