import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Activation } from '../api/activation.ts';
import { browserSession } from '../api/browser-session.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { AccountRow, SessionEnded } from '../identity/account-row.tsx';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useSession } from '../identity/use-session.ts';
import { useActivationTexts } from './activation-texts.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { trialLabel, waysOf } from './activation-ways.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { signInReasons } from './sign-in-reasons.ts';
import { signOut, type DecisionSending } from './use-decision.ts';

export interface RequestPanelProps {
  readonly vendor: Vendor;
  readonly activation: Activation;
  /** The activation is still the view of the previous customer; the new view is being loaded. */
  readonly isOfAnother: boolean;
  readonly decision: DecisionSending;
  readonly refetch: () => Promise<unknown>;
  /** The reason why the last decision failed. */
  readonly notice: ReactNode;
}

/** The next step of an approval: sign in, use a license, start a trial, or get the missing license. */
export function RequestPanel(props: RequestPanelProps) {
  const { decision, isOfAnother, notice } = props;
  const { signedIn, wasEnded } = useSession();
  const [arrivedAs] = useState(signedIn?.id);
  const takesFocus = signedIn?.id !== arrivedAs;
  if (signedIn === undefined) {
    return (
      <Stack gap="lg">
        {wasEnded ? <SessionEnded /> : null}
        {isOfAnother ? (
          <WaysPlaceholder />
        ) : (
          <AnonymousPanel {...props} takesFocus={takesFocus && !wasEnded} />
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <AccountRow
        customer={signedIn}
        onSignOut={() => {
          signOut(decision);
        }}
      />
      {isOfAnother ? (
        <WaysPlaceholder />
      ) : (
        <ApprovalPanel {...props} notice={notice} takesFocus={takesFocus} />
      )}
    </Stack>
  );
}

/** A placeholder for the ways to activate, until the server has returned them. */
function WaysPlaceholder() {
  const { choice } = useActivationTexts();
  return (
    <>
      <VisuallyHidden component="output">{choice.looking}</VisuallyHidden>
      <Stack gap="md" aria-hidden="true">
        <Skeleton height={28} width="70%" />
        <Skeleton height={24} />
        <Skeleton height={50} />
      </Stack>
    </>
  );
}

interface AnonymousPanelProps extends RequestPanelProps {
  readonly takesFocus: boolean;
}

/** Nobody is signed in: a trial if it needs no account, or else the forms. */
function AnonymousPanel({ vendor, activation, decision, notice, takesFocus }: AnonymousPanelProps) {
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const texts = useActivationTexts();
  const { trialEligibility: trial, product } = activation;
  const offersTrial = waysOf(activation).trial === 'Ready' && trial !== undefined;
  if (offersTrial && !wantsSignIn) {
    return (
      <Stack gap="md">
        <div>
          <SectionHeading takesFocus={takesFocus}>{texts.choice.heading}</SectionHeading>
          <Text mt={4}>
            {trial.existing ? texts.choice.running(product.name) : texts.choice.text(product.name)}
          </Text>
        </div>
        {notice}
        <Stack gap="sm">
          <Button
            size="lg"
            fullWidth
            onClick={() => {
              decision.forget();
              setWantsSignIn(true);
            }}
          >
            {texts.choice.signIn}
          </Button>
          <Button
            size="lg"
            fullWidth
            variant="default"
            loading={decision.sending === 'trial'}
            onClick={() => {
              decision.decide('trial');
            }}
          >
            {trialLabel(trial, texts)}
          </Button>
        </Stack>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {notice}
      <IdentityPanel
        vendorName={vendor.name}
        start="SignIn"
        reasons={signInReasons(activation, texts)}
        takesFocus={wantsSignIn || takesFocus}
        onSignedIn={browserSession.begin}
      />
      {offersTrial ? (
        <Button
          variant="subtle"
          onClick={() => {
            setWantsSignIn(false);
          }}
        >
          {texts.choice.back}
        </Button>
      ) : null}
    </Stack>
  );
}
