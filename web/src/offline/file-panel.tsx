import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { use, useState } from 'react';
import { DevicesOfProduct, useSeats } from '../devices/devices-of-product.tsx';
import { Refusal } from '@latchkey/sdk';
import type { License } from '../api/inventory.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { ProofNotice, useAwaitedProof } from '../identity/proof-notice.tsx';
import { useDeviceTexts } from '../devices/device-texts.ts';
import type { DeviceTexts } from '../devices/devices-en.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Notice } from '@latchkey/ui/notice.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import type { ActivationPlan } from './activation-plan.ts';
import { FileDrop } from './file-drop.tsx';
import { type FileTexts, issueNotice, mayRetry, refusalNotice } from './file-notice.ts';
import classes from './offline-page.module.css';
import { type FileActivation, useFileActivation } from './use-file-activation.ts';

const DeviceIcon = decoration(IconDeviceLaptop);

interface FilePanelProps {
  readonly vendor: Vendor;
  /** The reader has just signed in. */
  readonly takesFocus: boolean;
  /** Where the file comes from, if the page does not say so itself. */
  readonly intro?: string;
  /** The only product whose devices it activates; any when absent. */
  readonly productId?: string;
  /** A device has taken a seat. */
  readonly onActivated?: () => void;
}

/** The panel where the signed-in customer uploads the device file and gets the license file. */
export function FilePanel({ vendor, takesFocus, intro, productId, onActivated }: FilePanelProps) {
  const activation = useFileActivation({ productId, onActivated });
  const proof = useAwaitedProof();
  const { offline } = useDeviceTexts();
  const { done, plan, file, issue, failure, isSending } = activation;
  if (plan !== undefined && done === undefined) {
    const isFull = plan.free === 0 || failure !== null;
    return isFull ? (
      <NoneLeft
        plan={plan}
        vendor={vendor}
        activation={activation}
        isBesideDevices={productId !== undefined}
      />
    ) : (
      <Confirmation plan={plan} activation={activation} />
    );
  }
  if (done !== undefined)
    return <LicenseFile {...done} deviceName={file?.deviceName} activation={activation} />;
  return (
    <Stack gap="md">
      {proof === undefined ? null : <ProofNotice proof={proof} />}
      <div>
        <SectionHeading takesFocus={takesFocus}>{offline.choose}</SectionHeading>
        <Text mt={4}>{intro ?? offline.chooseText}</Text>
      </div>
      <FileDrop isSending={isSending} onFile={activation.choose} />
      <Refused vendor={vendor} activation={activation} />
      {issue === undefined && !isSending && failure !== null ? (
        <WayOn failure={failure} vendor={vendor} activation={activation} />
      ) : null}
    </Stack>
  );
}

interface RefusedProps {
  readonly vendor: Vendor;
  readonly activation: FileActivation;
}

/** Why the last file was not sent, or was refused. */
function Refused({ vendor, activation: { issue, failure, isSending } }: RefusedProps) {
  const { file } = useDeviceTexts();
  const texts: FileTexts = { file, failure: useTexts().failure };
  if (isSending) return null;
  const refusal = failure === null ? undefined : refusalNotice(failure, vendor.name, texts);
  const notice = issue === undefined ? refusal : issueNotice(issue, texts);
  return notice === undefined ? null : (
    <Notice key={notice.title} title={notice.title} takesFocus>
      {notice.messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Notice>
  );
}

interface WayOnProps extends RefusedProps {
  readonly failure: Error;
}

/** The next step after a refusal: get a license, or try again where that can help. */
function WayOn({ failure, vendor, activation: { retry } }: WayOnProps) {
  const { offline } = useDeviceTexts();
  const errorType = failure instanceof Refusal ? failure.errorType : undefined;
  const shopUrl = safeReturnUrl(vendor?.shopUrl);
  return (
    <>
      {errorType === 'ProductNotOwned' && shopUrl !== undefined ? (
        <Button component="a" href={shopUrl} variant="default" size="lg" fullWidth>
          {offline.goTo(vendor.name)}
        </Button>
      ) : null}
      {mayRetry(failure) ? (
        <Button variant="subtle" onClick={retry}>
          {offline.again}
        </Button>
      ) : null}
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
  readonly activation: FileActivation;
}

/** The content of the file, and what it will use, before anything is activated. */
function Confirmation({ plan, activation }: ConfirmationProps) {
  const { file, isSending, confirm, restart } = activation;
  const { offline } = useDeviceTexts();
  return (
    <Stack gap="md">
      <SectionHeading takesFocus>{offline.confirmTitle}</SectionHeading>
      <Facts plan={plan} free={plan.free} deviceName={file?.deviceName} />
      <Text size="sm" c="dimmed">
        {offline.keeps}
      </Text>
      <Button size="lg" fullWidth loading={isSending} onClick={confirm}>
        {offline.activate(plan.productName)}
      </Button>
      <Button variant="subtle" disabled={isSending} onClick={restart}>
        {offline.otherFile}
      </Button>
      <VisuallyHidden component="output">{isSending ? offline.activating : ''}</VisuallyHidden>
    </Stack>
  );
}

interface NoneLeftProps extends ConfirmationProps {
  readonly vendor: Vendor;
  /** The page lists the devices of the product itself. */
  readonly isBesideDevices: boolean;
}

/**
 * Every activation is in use. Only the server can tell whether the device holds one: then it gets its file again. If
 * not, one is released next.
 */
function NoneLeft({ plan, vendor, activation, isBesideDevices }: NoneLeftProps) {
  const { file, failure, isSending, confirm, restart } = activation;
  const { offline, file: texts } = useDeviceTexts();
  // While the file is sent again, the list stays.
  const [wasRefused, setRefused] = useState(false);
  if (failure !== null && !wasRefused) setRefused(true);
  return (
    <Stack gap="md">
      <SectionHeading takesFocus>{texts.noSeat}</SectionHeading>
      <Facts plan={plan} free={0} deviceName={file?.deviceName} />
      <Refused vendor={vendor} activation={activation} />
      {wasRefused ? null : <Text>{offline.noneLeft}</Text>}
      {wasRefused && !isBesideDevices ? null : (
        <Button size="lg" fullWidth loading={isSending} onClick={confirm}>
          {wasRefused ? offline.again : offline.getAgain}
        </Button>
      )}
      {!wasRefused || isBesideDevices || file?.productId === undefined ? null : (
        <Seats vendorName={vendor.name} productId={file.productId} onReleased={confirm} />
      )}
      <Button variant="subtle" disabled={isSending} onClick={restart}>
        {offline.otherFile}
      </Button>
      <VisuallyHidden component="output">{isSending ? offline.activating : ''}</VisuallyHidden>
    </Stack>
  );
}

interface FactsProps {
  readonly plan: ActivationPlan;
  readonly free: number;
  readonly deviceName: string | undefined;
}

function Facts({ plan: { productName, license, total }, free, deviceName }: FactsProps) {
  const { offline } = useDeviceTexts();
  const { locale } = use(LanguageOfPage);
  return (
    <dl className={classes.facts}>
      {deviceName === undefined ? null : <Fact name={offline.device} value={deviceName} />}
      <Fact name={offline.product} value={productName} />
      {license === undefined || free === 0 ? null : (
        <Fact name={offline.license} value={licenseText(license, offline, locale)} />
      )}
      <Fact name={offline.activations} value={offline.left(free, total)} />
    </dl>
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
