import { Button, Stack, Text } from '@mantine/core';
import { SeatList } from '../activation/seat-list.tsx';
import { useSeats } from '../activation/use-seats.ts';
import { Refusal } from '@latchkey/sdk';
import { shopOf, type Vendor } from '../api/vendor-query.ts';
import { ProofNotice } from '../identity/proof-notice.tsx';
import { useAwaitedProof } from '../identity/use-awaited-proof.ts';
import { DeviceIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionHeading } from '../ui/page-heading.tsx';
import { safeReturnUrl } from '../ui/return-url.ts';
import { FileDrop } from './file-drop.tsx';
import { issueNotice, refusalNotice } from './file-notice.ts';
import classes from './offline-page.module.css';
import { type FileActivation, useFileActivation } from './use-file-activation.ts';

interface FilePanelProps {
  readonly vendor: Vendor;
  /** The reader has just signed in. */
  readonly takesFocus: boolean;
}

/** The panel where the signed-in customer uploads the device file and gets the license file. */
export function FilePanel({ vendor, takesFocus }: FilePanelProps) {
  const activation = useFileActivation();
  const proof = useAwaitedProof();
  const { done, file, issue, failure, isSending } = activation;
  if (done !== undefined)
    return <LicenseFile {...done} deviceName={file?.deviceName} activation={activation} />;
  const notice = noticeOf(activation, vendor.name);
  return (
    <Stack gap="md">
      {proof === undefined ? null : <ProofNotice proof={proof} />}
      <div>
        <SectionHeading takesFocus={takesFocus}>Choose the device file</SectionHeading>
        <Text mt={4}>It takes one activation of your license. The license file comes back at once.</Text>
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

function noticeOf({ issue, failure }: FileActivation, vendorName: string) {
  if (issue !== undefined) return issueNotice(issue);
  return failure === null ? undefined : refusalNotice(failure, vendorName);
}

interface WayOnProps {
  readonly failure: Error;
  readonly vendor: Vendor;
  readonly activation: FileActivation;
}

/** The next step after a refusal: release a device, get a license, or try again. */
function WayOn({ failure, vendor, activation }: WayOnProps) {
  const { file, retry } = activation;
  const errorType = failure instanceof Refusal ? failure.errorType : undefined;
  const shopUrl = safeReturnUrl(shopOf(vendor));
  return (
    <>
      {errorType === 'NoFreeActivations' && file?.productId !== undefined ? (
        <Seats vendorName={vendor.name} productId={file.productId} onReleased={retry} />
      ) : null}
      {errorType === 'ProductNotOwned' && shopUrl !== undefined ? (
        <Button component="a" href={shopUrl} variant="default" size="lg" fullWidth>
          {`Go to ${vendor.name}`}
        </Button>
      ) : null}
      {errorType === 'InvalidDeviceToken' ? null : (
        <Button variant="subtle" onClick={retry}>
          Try again
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
    <SeatList
      vendorName={vendorName}
      seats={seats}
      onReleased={() => {
        onReleased();
        return Promise.resolve();
      }}
    />
  );
}

interface LicenseFileProps {
  readonly productName: string;
  readonly fileUrl: string;
  readonly deviceName: string | undefined;
  readonly activation: FileActivation;
}

function LicenseFile({ productName, fileUrl, deviceName, activation }: LicenseFileProps) {
  return (
    <Stack gap="md">
      <div>
        <SectionHeading takesFocus>{`${productName} is activated`}</SectionHeading>
        <Text mt={4}>
          Save the license file, take it to the device and open it there in the app. The link works for an
          hour; giving the device file again takes no further activation.
        </Text>
      </div>
      {deviceName === undefined ? null : (
        <div className={classes.device}>
          <DeviceIcon size={28} />
          <bdi>{deviceName}</bdi>
        </div>
      )}
      <Button component="a" href={fileUrl} download size="lg" fullWidth>
        Save the license file
      </Button>
      <Button variant="subtle" onClick={activation.restart}>
        Activate another device
      </Button>
    </Stack>
  );
}
