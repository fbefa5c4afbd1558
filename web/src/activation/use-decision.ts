import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Activation, type Decision, decideActivation } from '../api/activation.ts';
import { Refusal } from '@latchkey/sdk';
import { activationKey } from './activation-query.ts';
import { browserSession } from '../api/browser-session.ts';

export interface DecisionSending {
  /** Sends the decision, unless one is being sent. */
  readonly decide: (decision: Decision) => void;
  /** The decision that is being sent. */
  readonly sending: Decision | undefined;
  /** A decision was sent since the page was opened. */
  readonly wasSent: boolean;
  readonly failure: Error | null;
  /** Clears the failure: the reader has moved on to something else. */
  readonly forget: () => void;
}

/** Approves or cancels the activation and makes the response the page's state. */
export function useDecision(id: string): DecisionSending {
  const client = useQueryClient();
  const queryKey = activationKey(id);
  // A ref, because a second click can come before the button is rendered disabled.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: (decision: Decision) => decideActivation(id, decision),
    // A read that started before would overwrite the outcome with the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: async (activation) => {
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Activation>({ queryKey }, activation);
    },
    onError: async (failure) => {
      // Decided elsewhere, a seat taken meanwhile, expired, or the response lost: fetch the current state.
      const refetch = client.invalidateQueries({ queryKey });
      if (failure instanceof Refusal) await refetch;
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    decide: (decision) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(decision);
    },
    sending: mutation.isPending ? mutation.variables : undefined,
    wasSent: !mutation.isIdle,
    failure: mutation.error,
    forget: mutation.reset,
  };
}

/** Ends the session; its errors do not concern the next account. */
export function signOut(decision: DecisionSending): void {
  decision.forget();
  browserSession.end();
}
