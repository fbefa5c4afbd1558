import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/dashboard-texts.ts';

interface CopyButtonProps {
  readonly label: string;
  /** The same with the name of what is copied, for those who hear it. */
  readonly name: string;
  readonly value: string;
}

/** Copies a text that is too long to show. */
export function CopyButton({ label, name, value }: CopyButtonProps) {
  const { actions } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return (
    <Button variant="default" size="compact-sm" aria-label={name} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? actions.copied : label}</span>
    </Button>
  );
}
