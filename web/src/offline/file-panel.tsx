import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { use } from 'react';
import { DevicesOfProduct, useSeats } from '../devices/devices-of-product.tsx';
import { Refusal } from '@latchkey/sdk';
import type { License } from '../api/inventory.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { ProofNotice, useAwaitedProof } from '../identity/proof-notice.tsx';
import { useDeviceTexts } from '../devices/device-texts.ts';
import type { DeviceTexts } from '../devices/devices-en.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { DeviceIcon } from '@latchkey/ui/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import type { ActivationPlan } from './activation-plan.ts';
import { FileDrop } from './file-drop.tsx';
import { type FileTexts, issueNotice, refusalNotice } from './file-notice.ts';
import classes from './offline-page.module.css';
import { type FileActivation, useFileActivation } from './use-file-activation.ts';

interface FilePanelProps {
  readonly vendor: Vendor;
  /** The reader has just signed in. */
  readonly takesFocus: boolean;
  /** The only product whose devices it activates; any when absent. */
  readonly productId?: string;
  /** A device has taken a seat. */
  readonly onActivated?: () => void;
}

/** The panel where the signed-in customer uploads the device file and gets the license file. */
export function FilePanel({ vendor, takesFocus, productId, onActivated }: FilePanelProps) {
  const activation = useFileActivation({ productId, onActivated });
  const proof = useAwaitedProof();
  const { offline, file: fileTexts } = useDeviceTexts();
  const { failure: failureTexts } = useTexts();
  const { done, plan, file, issue, failure, isSending } = activation;
  if (plan !== undefined && done === undefined)
    return <Confirmation plan={plan} deviceName={file?.deviceName} activation={activation} />;
  if (done !== undefined)
    return <LicenseFile {...done} deviceName={file?.deviceName} activation={activation} />;
  const notice = noticeOf(activation, vendor.name, { file: fileTexts, failure: failureTexts });
  return (
    <Stack gap="md">
      {proof === undefined ? null : <ProofNotice proof={proof} />}
      <div>
        <SectionHeading takesFocus={takesFocus}>{offline.choose}</SectionHeading>
        <Text mt={4}>{offline.chooseText}</Text>
      </div>
      <FileDrop isSending={isSending} onFile={activation.choose} />
      {notice === undefined || isSending ? null : (
        <Notice key={notice.title} title={notice.title} takesFocus>
          {notice.messages.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Notice>
      )}
      {issue === undefined && !isSending && failure !== null ? (
        <WayOn failure={failure} vendor={vendor} activation={activation} />
      ) : null}
    </Stack>
  );
}

function noticeOf({ issue, failure }: FileActivation, vendorName: string, texts: FileTexts) {
  if (issue !== undefined) return issueNotice(issue, texts);
  return failure === null ? undefined : refusalNotice(failure, vendorName, texts);
}

interface WayOnProps {
  readonly failure: Error;
  readonly vendor: Vendor;
  readonly activation: FileActivation;
}

/** The next step after a refusal: release a device, get a license, or try again. */
function WayOn({ failure, vendor, activation }: WayOnProps) {
  const { file, retry } = activation;
  const { offline } = useDeviceTexts();
  const errorType = failure instanceof Refusal ? failure.errorType : undefined;
  const shopUrl = safeReturnUrl(vendor?.shopUrl);
  return (
    <>
      {errorType === 'NoFreeActivations' && file?.productId !== undefined ? (
        <Seats vendorName={vendor.name} productId={file.productId} onReleased={retry} />
      ) : null}
      {errorType === 'ProductNotOwned' && shopUrl !== undefined ? (
        <Button component="a" href={shopUrl} variant="default" size="lg" fullWidth>
          {offline.goTo(vendor.name)}
        </Button>
      ) : null}
      {errorType === 'InvalidDeviceToken' ? null : (
        <Button variant="subtle" onClick={retry}>
          {offline.again}
        </Button>
      )}
    </>
  );
}

interface SeatsProps {
  readonly vendorName: string;
  readonly productId: string;
  readonly onReleased: () => void;
}

/** The devices that hold the activations; once one is released, the file is sent again. */
function Seats({ vendorName, productId, onReleased }: SeatsProps) {
  const seats = useSeats(productId);
  return (
    <DevicesOfProduct
      vendorName={vendorName}
      seats={seats}
      onReleased={() => {
        onReleased();
        return Promise.resolve();
      }}
    />
  );
}

interface ConfirmationProps {
  readonly plan: ActivationPlan;
  readonly deviceName: string | undefined;
  readonly activation: FileActivation;
}

/** The content of the file, and what it will use, before anything is activated. */
function Confirmation({ plan, deviceName, activation }: ConfirmationProps) {
  const { productName, license, free, total } = plan;
  const { isSending, confirm, restart } = activation;
  const { offline } = useDeviceTexts();
  const { locale } = use(LanguageOfPage);
  return (
    <Stack gap="md">
      <SectionHeading takesFocus>{offline.confirmTitle}</SectionHeading>
      <dl className={classes.facts}>
        {deviceName === undefined ? null : <Fact name={offline.device} value={deviceName} />}
        <Fact name={offline.product} value={productName} />
        {license === undefined ? null : (
          <Fact name={offline.license} value={licenseText(license, offline, locale)} />
        )}
        <Fact name={offline.activations} value={offline.left(free, total)} />
      </dl>
      <Text size="sm" c="dimmed">
        {free === 0 ? offline.noneLeft : offline.keeps}
      </Text>
      <Button size="lg" fullWidth loading={isSending} onClick={confirm}>
        {offline.activate(productName)}
      </Button>
      <Button variant="subtle" disabled={isSending} onClick={restart}>
        {offline.otherFile}
      </Button>
      <VisuallyHidden component="output">{isSending ? offline.activating : ''}</VisuallyHidden>
    </Stack>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

/** What distinguishes a license from the customer's others: its first day, its key and its end, if any. */
function licenseText(
  { createdAt, keyCode, expiresAt }: License,
  { since, until }: DeviceTexts['offline'],
  locale: string,
): string {
  return [
    since(formatDay(createdAt, locale)),
    keyCode,
    expiresAt === undefined ? undefined : until(formatDay(expiresAt, locale)),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

interface LicenseFileProps {
  readonly productName: string;
  readonly fileUrl: string;
  readonly deviceName: string | undefined;
  readonly activation: FileActivation;
}

function LicenseFile({ productName, fileUrl, deviceName, activation }: LicenseFileProps) {
  const { offline } = useDeviceTexts();
  return (
    <Stack gap="md">
      <div>
        <SectionHeading takesFocus>{offline.doneTitle(productName)}</SectionHeading>
        <Text mt={4}>{offline.doneText}</Text>
      </div>
      {deviceName === undefined ? null : (
        <div className={classes.device}>
          <DeviceIcon size={28} />
          <bdi>{deviceName}</bdi>
        </div>
      )}
      <Button component="a" href={fileUrl} download size="lg" fullWidth>
        {offline.save}
      </Button>
      <Button variant="subtle" onClick={activation.restart}>
        {offline.another}
      </Button>
    </Stack>
  );
}
