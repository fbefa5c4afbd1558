import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Activation, Decision } from '../api/activation.ts';
import type { Seat } from '../api/seats.ts';
import { ProofNotice, useAwaitedProof } from '../identity/proof-notice.tsx';
import type { ActivationTexts } from './activation-en.ts';
import { useActivationTexts } from './activation-texts.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { trialLabel, waysOf } from './activation-ways.ts';
import type { RequestPanelProps } from './request-panel.tsx';
import { DevicesOfProduct, useSeats } from '../devices/devices-of-product.tsx';
import { VendorAddress } from '../page/vendor-address.tsx';
import { signOut } from './use-decision.ts';
import { useRecheck } from './use-recheck.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';

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
  return <MissingLicensePanel {...panelProps} isOwned={license === 'NoSeat'} />;
}

/**
 * The missing license or seat; licenses that wait for the proof of the address come first, because they may be the
 * missing ones.
 */
function MissingLicensePanel({ isOwned, ...props }: ApprovalPanelProps & { readonly isOwned: boolean }) {
  const proof = useAwaitedProof();
  const isAwaited = proof?.products.includes(props.activation.product.id) ?? false;
  return (
    <Stack gap="lg">
      {proof === undefined ? null : <ProofNotice proof={proof} />}
      {props.activation.licenseEligibility?.releaseAccess !== undefined ? (
        <UncoveredPanel {...props} />
      ) : isOwned ? (
        <NoSeatPanel {...props} />
      ) : (
        <NoLicensePanel {...props} isAwaited={isAwaited} />
      )}
    </Stack>
  );
}

function LicensePanel({ activation, decision, notice, takesFocus }: ApprovalPanelProps) {
  const { license } = useActivationTexts();
  const { product, method } = activation;
  return (
    <Stack gap="md">
      <Lead heading={license.heading(product.name)} takesFocus={takesFocus}>
        {method === 'Offline' ? license.offlineText : license.text}
      </Lead>
      {notice}
      <DecisionButton decision={decision} as="license">
        {license.activate(product.name)}
      </DecisionButton>
    </Stack>
  );
}

/**
 * The license does not cover the version that the application reports: an upgrade does, and then this page approves.
 */
function UncoveredPanel(props: ApprovalPanelProps) {
  const { activation, notice, takesFocus, refetch } = props;
  const { product, licenseEligibility: license } = activation;
  const texts = useActivationTexts();
  const recheck = useRecheck(refetch);
  const link = safeReturnUrl(license?.upgradeUrl);
  const { upToMajor, upToVersion } = license?.releaseAccess ?? {};
  return (
    <Stack gap="md">
      <Lead heading={texts.uncovered.heading(product.name)} takesFocus={takesFocus}>
        {texts.uncovered.text(upToVersion ?? (upToMajor === undefined ? undefined : `${upToMajor}`))}
      </Lead>
      {notice}
      {link === undefined ? null : (
        <Button component="a" href={link} target="_blank" rel="noopener noreferrer" size="lg" fullWidth>
          {texts.uncovered.upgrade}
          <VisuallyHidden>{texts.lack.newTab}</VisuallyHidden>
        </Button>
      )}
      <Button variant="subtle" loading={recheck.isChecking} onClick={recheck.check}>
        {texts.lack.recheck}
      </Button>
      <VisuallyHidden component="output">{recheck.text}</VisuallyHidden>
    </Stack>
  );
}

function NoSeatPanel(props: ApprovalPanelProps) {
  const { vendor, activation, decision, notice, takesFocus, refetch } = props;
  const { product, method, trialEligibility: trial } = activation;
  const seats = useSeats(product.id);
  const texts = useActivationTexts();
  const hasTrial = waysOf(activation).trial === 'Ready' && trial !== undefined;
  return (
    <Stack gap="md">
      <Lead
        heading={method === 'Offline' ? texts.noSeat.offlineHeading : texts.noSeat.heading}
        takesFocus={takesFocus}
      >
        {noSeatText(activation, vendor.name, seats.data, texts.noSeat)}
      </Lead>
      {isVendorAsked(seats.data) ? <VendorAddress /> : null}
      {notice}
      <DevicesOfProduct vendorName={vendor.name} seats={seats} onReleased={refetch} />
      {hasTrial ? (
        <DecisionButton decision={decision} as="trial" variant="default">
          {trialLabel(trial, texts)}
        </DecisionButton>
      ) : null}
      <MoreLicenses {...props} variant="default" label={texts.lack.getAnother} />
    </Stack>
  );
}

/** The solution depends on the devices: the customer releases one, or asks the vendor if they may release none. */
function noSeatText(
  { product, method }: Activation,
  vendorName: string,
  seats: readonly Seat[] | undefined,
  texts: ActivationTexts['noSeat'],
): string {
  const isOffline = method === 'Offline';
  const lack = isOffline ? texts.offlineText(product.name) : texts.text(product.name);
  if (seats === undefined) return lack;
  if (isVendorAsked(seats)) {
    return `${lack} ${isOffline ? texts.offlineAsk(vendorName) : texts.ask(vendorName)}`;
  }
  return `${lack} ${isOffline ? texts.offlineRelease : texts.release}`;
}

/** Whether the customer can release none of them. */
function isVendorAsked(seats: readonly Seat[] | undefined): boolean {
  return seats !== undefined && !seats.some(({ canRelease }) => canRelease);
}

interface NoLicensePanelProps extends ApprovalPanelProps {
  /** A license of the product waits until the customer has confirmed their address. */
  readonly isAwaited: boolean;
}

function NoLicensePanel({ isAwaited, ...props }: NoLicensePanelProps) {
  const { activation, decision, notice, takesFocus } = props;
  const { product, trialEligibility: trial } = activation;
  const texts = useActivationTexts();
  const way = waysOf(activation).trial;
  if (isAwaited) return <AwaitedLicensePanel {...props} />;
  if (way === 'Ready' && trial !== undefined) {
    return (
      <Stack gap="md">
        <Lead
          heading={trial.existing ? texts.trial.runningHeading : texts.trial.offerHeading}
          takesFocus={takesFocus}
        >
          {trial.existing
            ? texts.trial.running(product.name, texts.days(trial.numberOfDaysRemaining))
            : texts.trial.offer(product.name, texts.days(trial.numberOfDaysPerProduct))}
        </Lead>
        {notice}
        <DecisionButton decision={decision} as="trial">
          {trialLabel(trial, texts)}
        </DecisionButton>
        <MoreLicenses {...props} variant="default" label={texts.lack.get(product.name)} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Lead heading={texts.lack.heading(product.name)} takesFocus={takesFocus}>
        {way === 'Over' ? texts.lack.trialOver(product.name) : texts.lack.text}
      </Lead>
      {notice}
      <MoreLicenses {...props} variant="filled" label={texts.lack.get(product.name)} />
      <Button
        variant="subtle"
        onClick={() => {
          signOut(decision);
        }}
      >
        {texts.lack.otherAccount}
      </Button>
    </Stack>
  );
}

/** Bought, but not granted yet: nothing to get in the shop. */
function AwaitedLicensePanel({ activation, decision, notice, takesFocus, refetch }: ApprovalPanelProps) {
  const texts = useActivationTexts();
  const recheck = useRecheck(refetch);
  const { trialEligibility: trial } = activation;
  const hasTrial = waysOf(activation).trial === 'Ready' && trial !== undefined;
  return (
    <Stack gap="md">
      <Lead heading={texts.awaited.heading(activation.product.name)} takesFocus={takesFocus}>
        {texts.awaited.text}
      </Lead>
      {notice}
      <Button size="lg" fullWidth loading={recheck.isChecking} onClick={recheck.check}>
        {texts.awaited.recheck}
      </Button>
      <VisuallyHidden component="output">{recheck.text}</VisuallyHidden>
      {hasTrial ? (
        <DecisionButton decision={decision} as="trial" variant="default">
          {trialLabel(trial, texts)}
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
  const { license } = useActivationTexts();
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
      <VisuallyHidden component="output">{isSending ? license.activating : ''}</VisuallyHidden>
    </>
  );
}

interface MoreLicensesProps extends ApprovalPanelProps {
  readonly variant: 'filled' | 'default';
  readonly label: string;
}

/** A link to the shop, which opens beside this page: the page notices the purchase. */
function MoreLicenses({ vendor, activation, refetch, variant, label }: MoreLicensesProps) {
  const { lack } = useActivationTexts();
  const recheck = useRecheck(refetch);
  const link = shopLink(vendor, activation.product);
  return (
    <>
      {link === undefined ? (
        <Text>
          {lack.ask(vendor.name)} <VendorAddress />
        </Text>
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
          <VisuallyHidden>{lack.newTab}</VisuallyHidden>
        </Button>
      )}
      <Button variant="subtle" loading={recheck.isChecking} onClick={recheck.check}>
        {lack.recheck}
      </Button>
      <VisuallyHidden component="output">{recheck.text}</VisuallyHidden>
    </>
  );
}

/**
 * The page where the product can be bought: its own, or else the vendor's shop. Undefined when no address of them is
 * safe.
 */
export function shopLink(
  vendor: Vendor,
  product: Pick<Activation['product'], 'website'>,
): string | undefined {
  return safeReturnUrl(product.website) ?? safeReturnUrl(vendor.shopUrl);
}
