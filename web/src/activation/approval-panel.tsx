import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Activation, Decision } from '../api/activation.ts';
import type { Seat } from '../api/seats.ts';
import { ProofNotice } from '../identity/proof-notice.tsx';
import { useAwaitedProof } from '../identity/use-awaited-proof.ts';
import { SectionHeading } from '../ui/page-heading.tsx';
import { daysText, trialLabel, waysOf } from './activation-ways.ts';
import type { RequestPanelProps } from './request-panel.tsx';
import { SeatList } from './seat-list.tsx';
import { shopLink } from './shop-link.ts';
import { signOut } from './sign-out.ts';
import { useRecheck } from './use-recheck.ts';
import { useSeats } from './use-seats.ts';

interface ApprovalPanelProps extends RequestPanelProps {
  /** The reader has just signed in; a later change takes the focus as well. */
  readonly takesFocus: boolean;
}

/** The actions of the signed-in customer: activate, try, or get the missing license. */
export function ApprovalPanel(props: ApprovalPanelProps) {
  const { license } = waysOf(props.activation);
  const [first] = useState(license);
  const panelProps = { ...props, takesFocus: props.takesFocus || license !== first };
  if (license === 'Ready') return <LicensePanel {...panelProps} />;
  return <LackPanel {...panelProps} isOwned={license === 'NoSeat'} />;
}

/**
 * The missing license or seat; licenses that wait for the proof of the address come first, because they may be the
 * missing ones.
 */
function LackPanel({ isOwned, ...props }: ApprovalPanelProps & { readonly isOwned: boolean }) {
  const proof = useAwaitedProof();
  const isAwaited = proof?.products.includes(props.activation.product.id) ?? false;
  return (
    <Stack gap="lg">
      {proof === undefined ? null : <ProofNotice proof={proof} />}
      {isOwned ? <NoSeatPanel {...props} /> : <NoLicensePanel {...props} isAwaited={isAwaited} />}
    </Stack>
  );
}

function LicensePanel({ activation, decision, notice, takesFocus }: ApprovalPanelProps) {
  return (
    <Stack gap="md">
      <Lead heading={`You own ${activation.product.name}`} takesFocus={takesFocus}>
        {activation.method === 'Offline'
          ? 'Your license covers this device. It works there without an internet connection.'
          : 'Your license covers this device. It stays activated until it is released.'}
      </Lead>
      {notice}
      <DecisionButton decision={decision} as="license">
        {`Activate ${activation.product.name}`}
      </DecisionButton>
    </Stack>
  );
}

function NoSeatPanel(props: ApprovalPanelProps) {
  const { vendor, activation, decision, notice, takesFocus, refetch } = props;
  const { product, method, trialEligibility: trial } = activation;
  const seats = useSeats(product.id);
  const hasTrial = waysOf(activation).trial === 'Ready' && trial !== undefined;
  return (
    <Stack gap="md">
      <Lead
        heading={method === 'Offline' ? 'No offline activation is left' : 'All your activations are in use'}
        takesFocus={takesFocus}
      >
        {noSeatText(activation, vendor.name, seats.data)}
      </Lead>
      {notice}
      <SeatList vendorName={vendor.name} seats={seats} onReleased={refetch} />
      {hasTrial ? (
        <DecisionButton decision={decision} as="trial" variant="default">
          {trialLabel(trial)}
        </DecisionButton>
      ) : null}
      <MoreLicenses {...props} variant="default" label="Get another license" />
    </Stack>
  );
}

/** The solution depends on the devices: the customer releases one, or asks the vendor if they may release none. */
function noSeatText(
  { product, method }: Activation,
  vendorName: string,
  seats: readonly Seat[] | undefined,
): string {
  const isOffline = method === 'Offline';
  const lack = isOffline
    ? `No license for ${product.name} has an activation left that works offline.`
    : `This device can take the place of one on which you no longer use ${product.name}.`;
  if (seats === undefined) return lack;
  if (seats.some(({ canRelease }) => canRelease)) {
    return `${lack} ${isOffline ? 'Release a device that you no longer use.' : 'Release that one first.'}`;
  }
  return `${lack} Ask ${vendorName} ${isOffline ? 'for one' : 'to release that one'}.`;
}

interface NoLicensePanelProps extends ApprovalPanelProps {
  /** A license of the product waits until the customer has confirmed their address. */
  readonly isAwaited: boolean;
}

function NoLicensePanel({ isAwaited, ...props }: NoLicensePanelProps) {
  const { activation, decision, notice, takesFocus } = props;
  const { product, trialEligibility: trial } = activation;
  const way = waysOf(activation).trial;
  if (isAwaited) return <AwaitedLicensePanel {...props} />;
  if (way === 'Ready' && trial !== undefined) {
    return (
      <Stack gap="md">
        <Lead
          heading={trial.existing ? 'Your trial is running' : 'Try it before you buy it'}
          takesFocus={takesFocus}
        >
          {trial.existing
            ? `You have no license for ${product.name} yet. The trial on this device lasts another ${daysText(trial.numberOfDaysRemaining)}.`
            : `You have no license for ${product.name} yet. Use it free for ${daysText(trial.numberOfDaysPerProduct)} on this device; the trial ends by itself.`}
        </Lead>
        {notice}
        <DecisionButton decision={decision} as="trial">
          {trialLabel(trial)}
        </DecisionButton>
        <MoreLicenses {...props} variant="default" label={`Get ${product.name}`} />
      </Stack>
    );
  }
  const ended = way === 'Over' ? `The trial of ${product.name} on this device has ended, and this` : 'This';
  return (
    <Stack gap="md">
      <Lead heading={`You need a license for ${product.name}`} takesFocus={takesFocus}>
        {`${ended} account has no license for it. Get one, or use the account that owns it.`}
      </Lead>
      {notice}
      <MoreLicenses {...props} variant="filled" label={`Get ${product.name}`} />
      <Button
        variant="subtle"
        onClick={() => {
          signOut(decision);
        }}
      >
        Use another account
      </Button>
    </Stack>
  );
}

/** Bought, but not granted yet: nothing to get in the shop. */
function AwaitedLicensePanel({ activation, decision, notice, takesFocus, refetch }: ApprovalPanelProps) {
  const recheck = useRecheck(refetch);
  const { trialEligibility: trial } = activation;
  const hasTrial = waysOf(activation).trial === 'Ready' && trial !== undefined;
  return (
    <Stack gap="md">
      <Lead heading={`Your license for ${activation.product.name} is waiting`} takesFocus={takesFocus}>
        You can activate this device as soon as your email address is confirmed.
      </Lead>
      {notice}
      <Button size="lg" fullWidth loading={recheck.isChecking} onClick={recheck.check}>
        Check again
      </Button>
      <VisuallyHidden component="output">{recheck.text}</VisuallyHidden>
      {hasTrial ? (
        <DecisionButton decision={decision} as="trial" variant="default">
          {trialLabel(trial)}
        </DecisionButton>
      ) : null}
    </Stack>
  );
}

interface LeadProps {
  readonly heading: string;
  readonly takesFocus: boolean;
  readonly children: string;
}

function Lead({ heading, takesFocus, children }: LeadProps) {
  return (
    <div>
      <SectionHeading key={heading} takesFocus={takesFocus}>
        {heading}
      </SectionHeading>
      <Text mt={4}>{children}</Text>
    </div>
  );
}

interface DecisionButtonProps {
  readonly decision: RequestPanelProps['decision'];
  readonly as: Decision;
  readonly variant?: 'filled' | 'default';
  readonly children: ReactNode;
}

function DecisionButton({ decision, as, variant = 'filled', children }: DecisionButtonProps) {
  const isSending = decision.sending === as;
  return (
    <>
      <Button
        size="lg"
        fullWidth
        variant={variant}
        loading={isSending}
        onClick={() => {
          decision.decide(as);
        }}
      >
        {children}
      </Button>
      <VisuallyHidden component="output">{isSending ? 'Activating.' : ''}</VisuallyHidden>
    </>
  );
}

interface MoreLicensesProps extends ApprovalPanelProps {
  readonly variant: 'filled' | 'default';
  readonly label: string;
}

/** A link to the shop, which opens beside this page: the page notices the purchase. */
function MoreLicenses({ vendor, activation, refetch, variant, label }: MoreLicensesProps) {
  const recheck = useRecheck(refetch);
  const link = shopLink(vendor, activation.product);
  return (
    <>
      {link === undefined ? (
        <Text>{`Ask ${vendor.name} how to get one.`}</Text>
      ) : (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          size="lg"
          fullWidth
          variant={variant}
        >
          {label}
          <VisuallyHidden>{' (opens in a new tab)'}</VisuallyHidden>
        </Button>
      )}
      <Button variant="subtle" loading={recheck.isChecking} onClick={recheck.check}>
        I have one now, check again
      </Button>
      <VisuallyHidden component="output">{recheck.text}</VisuallyHidden>
    </>
  );
}
