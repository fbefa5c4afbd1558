import { Button } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  readonly label: string;
  /** The same with the name of what is copied, for those who hear it. */
  readonly name: string;
  readonly value: string;
}

/** Copies a text that is too long to show. */
export function CopyButton({ label, name, value }: CopyButtonProps) {
  const { actions } = useTexts();
  const { isCopied, copy } = useCopy(value);
  return (
    <Button variant="default" size="compact-sm" aria-label={name} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? actions.copied : label}</span>
    </Button>
  );
}
