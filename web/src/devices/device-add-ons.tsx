import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AddOnSeat, releaseSeat } from '../api/seats.ts';
import classes from './device-list.module.css';
import { useDeviceTexts } from './device-texts.ts';
import { ReleaseQuestion } from './release-question.tsx';

interface AddOnsProps {
  readonly addOns: readonly AddOnSeat[];
  readonly deviceName: string;
  readonly onReleased: (addOn: AddOnSeat) => Promise<void>;
}

/** The add-ons that a device has a seat of, each with a button to release it alone; nothing where there are none. */
export function AddOns({ addOns, deviceName, onReleased }: AddOnsProps) {
  const { seats: texts } = useDeviceTexts();
  if (addOns.length === 0) return null;
  return (
    <ul className={classes.addOns} aria-label={texts.addOns(deviceName)}>
      {addOns.map((addOn) => (
        <AddOnRow
          key={addOn.activationId}
          addOn={addOn}
          deviceName={deviceName}
          onReleased={() => onReleased(addOn)}
        />
      ))}
    </ul>
  );
}

interface AddOnRowProps extends Pick<AddOnsProps, 'deviceName'> {
  readonly addOn: AddOnSeat;
  readonly onReleased: () => Promise<void>;
}

function AddOnRow({ addOn, deviceName, onReleased }: AddOnRowProps) {
  const { seats: texts } = useDeviceTexts();
  const [isAsking, setAsking] = useState(false);
  const { licenseId, activationId: id, name, canRelease } = addOn;
  const release = useMutation({
    mutationFn: () => releaseSeat({ licenseId, id }),
    onSuccess: onReleased,
    onError: () => {
      setAsking(false);
    },
  });
  const refusal = useRefusalText(release.error, name);
  const label = texts.addOnOn(name, deviceName);
  return (
    <li className={classes.addOn}>
      <div className={classes.what}>
        <Text size="sm">{texts.addOn(name)}</Text>
        {isAsking ? <Text size="sm">{texts.addOnQuestion(name)}</Text> : null}
        {refusal === undefined || isAsking ? null : <ErrorLine>{refusal}</ErrorLine>}
      </div>
      {isAsking ? (
        <ReleaseQuestion
          name={label}
          isReleasing={release.isPending}
          onRelease={() => {
            if (!release.isPending) release.mutate();
          }}
          onKeep={() => {
            setAsking(false);
          }}
        />
      ) : null}
      {isAsking || !canRelease ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            release.reset();
            setAsking(true);
          }}
        >
          {texts.releaseAddOn(name)}
          <VisuallyHidden>{texts.onDevice(deviceName)}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

/** The reason why an add-on was not released, as a sentence. */
function useRefusalText(failure: Error | null, name: string): string | undefined {
  const { seats: texts } = useDeviceTexts();
  const { failure: failures } = useTexts();
  if (failure === null) return undefined;
  if (isProblem(failure, 'ReleaseTooSoon')) return texts.tooSoon;
  return `${texts.addOnFailed(name)} ${failureMessage(failure, failures).text}`;
}
