import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './device-list.module.css';
import { useDeviceTexts } from './device-texts.ts';

interface ReleaseQuestionProps {
  /** What is released. */
  readonly name: string;
  readonly isReleasing: boolean;
  readonly onRelease: () => void;
  readonly onKeep: () => void;
}

/** A confirmation, because something stops working on a device; the harmless answer has the focus. */
export function ReleaseQuestion({ name, isReleasing, onRelease, onKeep }: ReleaseQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const { seats: texts } = useDeviceTexts();
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className={classes.answers}>
      <Button variant="default" size="sm" ref={keep} disabled={isReleasing} onClick={onKeep}>
        {texts.keep}
      </Button>
      <Button color="red.8" size="sm" loading={isReleasing} onClick={onRelease}>
        {texts.release}
        <VisuallyHidden>{texts.releaseNow(name)}</VisuallyHidden>
      </Button>
    </div>
  );
}
