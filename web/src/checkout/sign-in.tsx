import { Loader, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '@latchkey/sdk';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { type CheckoutKey, fetchCheckoutUrl } from '../api/checkout.ts';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { LinkButton } from '../identity/identity-form.tsx';
import { useSession } from '../identity/use-session.ts';
import type { Texts } from './checkout-en.ts';
import { useTexts } from './checkout-texts.ts';
import type { OutcomeTexts } from './outcome-en.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { Notice } from '@latchkey/ui/notice.tsx';

interface SignInProps {
  readonly checkoutKey: CheckoutKey;
  readonly vendorName: string;
  /** Back to buying as a guest. */
  readonly onLeave: () => void;
}

/**
 * Signs the buyer in, then continues with the cart as theirs: a checkout link names its buyer, so this is another link.
 */
export function SignIn({ checkoutKey, vendorName, onLeave }: SignInProps) {
  const { details } = useTexts();
  const { signedIn } = useSession();
  const { moveCart, isMoving, message } = useMoveCart(checkoutKey);
  return (
    <Stack gap="md">
      {message === undefined ? null : (
        <Notice title={message.title} takesFocus>
          {message.text}
        </Notice>
      )}
      {isMoving ? (
        <Text component="output">
          <Loader size={18} aria-hidden="true" mr="xs" />
          {details.signingIn}
        </Text>
      ) : (
        <IdentityPanel
          vendorName={vendorName}
          start="SignIn"
          reasons={{ signIn: details.signInReason, signUp: details.signUpReason }}
          takesFocus
          onSignedIn={(customer) => {
            browserSession.begin(customer);
            moveCart();
          }}
        />
      )}
      {signedIn === undefined || isMoving ? null : (
        <LinkButton onClick={moveCart}>{details.continueAs(signedIn.email)}</LinkButton>
      )}
      <LinkButton onClick={onLeave}>{details.asGuest}</LinkButton>
    </Stack>
  );
}

function useMoveCart(key: CheckoutKey) {
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const navigate = useNavigate();
  const [isMoving, setMoving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const moveCart = () => {
    setMoving(true);
    setFailure(undefined);
    fetchCheckoutUrl(key.orderId)
      .then(async (url) => {
        const token = url.pathname.split('/').at(-1) ?? '';
        const params = { orderId: key.orderId, token };
        await navigate({ to: '/checkout/$orderId/$token', params, search: true, replace: true });
      })
      .catch((error: unknown) => {
        setFailure(error);
        setMoving(false);
      });
  };
  return { moveCart, isMoving, message: failure === undefined ? undefined : messageOf(failure, texts) };
}

function messageOf(failure: unknown, texts: Texts & Pick<OutcomeTexts, 'dead'>) {
  if (isProblem(failure, 'OrderOfAnotherCustomer'))
    return { title: texts.dead.taken, text: texts.details.cartElsewhere };
  return failureMessage(failure instanceof Error ? failure : new Error('unknown'), texts.failure);
}
