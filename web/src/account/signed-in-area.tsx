import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../identity/use-session.ts';
import { ACCOUNT_KEY, CustomerOfPage } from './customer.ts';
import { customerOfSession, type PageCustomer } from './customer-of-session.ts';
import { SignInPart } from './sign-in-part.tsx';

/**
 * The part of a page that needs a customer. A reader without a session signs in here. When the server ends the session,
 * the part is hidden, not discarded: the same customer finds their input again. When the customer signs out, here or in
 * another tab, nothing of theirs stays on the page.
 */
export function SignedInArea({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { signedIn, wasEnded, endedElsewhere } = session;
  const [before, setCustomer] = useState<PageCustomer | undefined>(signedIn);
  const customer = customerOfSession(session, before);
  if (customer !== before) setCustomer(customer);
  const queryClient = useQueryClient();
  const customerId = customer?.id;
  useEffect(() => {
    // Nothing of a customer outlives their session.
    queryClient.removeQueries({
      predicate: ({ queryKey: [kind, id] }) => kind === ACCOUNT_KEY && id !== customerId,
    });
  }, [customerId, queryClient]);
  return (
    <>
      {signedIn === undefined ? (
        <SignInPart
          start="SignIn"
          wasLost={wasEnded || endedElsewhere}
          {...(customer === undefined ? {} : { email: customer.email })}
          onSignedIn={() => void queryClient.invalidateQueries({ queryKey: [ACCOUNT_KEY] })}
        />
      ) : null}
      {customer === undefined ? null : (
        <CustomerOfPage value={customer}>
          <div key={customer.id} hidden={signedIn === undefined}>
            {children}
          </div>
        </CustomerOfPage>
      )}
    </>
  );
}
