import { Button, Text } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useLicenseTexts } from './license-texts.ts';
import type { ManyProgress } from './many-licenses.ts';

interface ManyOutcomeProps {
  readonly progress: ManyProgress;
  readonly all: number;
  /** Says for how many it was done, and for how many it was not necessary. */
  readonly text: (changed: number, unchanged: number) => string;
  readonly onClose: () => void;
}

/** What became of licenses for which something was done together. */
export function ManyOutcome({ progress, all, text, onClose }: ManyOutcomeProps) {
  const { actions } = useTexts();
  const texts = useLicenseTexts();
  const { done, changed, unchanged, refusals } = progress;
  return (
    <>
      <Text size="sm" component="output">
        {text(changed, unchanged)}
      </Text>
      {[...refusals].map(([reason, count]) => (
        <Text key={reason} size="sm">
          {texts.manyRefused(count, reason)}
        </Text>
      ))}
      {done < all ? <Text size="sm">{texts.stopped(all - done)}</Text> : null}
      <Button onClick={onClose}>{actions.close}</Button>
    </>
  );
}
