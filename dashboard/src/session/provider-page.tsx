import { Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { answer, api } from '../api/client.ts';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';
import { useFailureText } from './failure-text.ts';
import { takeVisit } from './provider-visit.ts';
import { sessionQuery } from './session.ts';

/** Where the vendor's own provider leads back to: hands over what it says, and goes on where the reader was. */
export function ProviderPage() {
  const { forgotten, provider } = useTexts();
  const router = useRouter();
  const queryClient = useQueryClient();
  const arrival = useMutation({
    mutationFn: async () => {
      const visit = takeVisit();
      if (visit === undefined) throw new ExplainedFailure(provider.otherTab);
      const { attempt, next, isConfirmation } = visit;
      const body = { attempt, query: window.location.search };
      if (isConfirmation) {
        await answer(api.POST('/api/operator/session/confirm/provider', { body }));
      } else {
        const session = await answer(api.POST('/api/operator/session/provider', { body }));
        // What somebody else saw in this browser before is not shown.
        queryClient.clear();
        queryClient.setQueryData(sessionQuery.queryKey, session);
      }
      // The code of the provider leaves the address.
      router.history.replace(router.basepath + next);
    },
  });
  const hasBegun = useRef(false);
  const { mutate } = arrival;
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);
  const message = useFailureText(arrival.error);
  return (
    <Entrance title={provider.title}>
      {message === undefined ? (
        <Loader />
      ) : (
        <>
          <ErrorLine>{message}</ErrorLine>
          <Link to="/sign-in" className={classes.link ?? ''}>
            {forgotten.back}
          </Link>
        </>
      )}
    </Entrance>
  );
}
