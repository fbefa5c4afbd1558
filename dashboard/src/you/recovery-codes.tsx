import { Button, Code, Text } from '@mantine/core';
import '@mantine/core/styles/Code.layer.css';
import { useState } from 'react';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './recovery-codes.module.css';
import { useYouTexts } from './you-texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Ten codes, which are shown only now. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { actions } = useTexts();
  const you = useYouTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setIsCopied(true);
    } catch {
      // They can be selected.
      setIsCopied(false);
    }
  };
  return (
    <>
      <Text size="sm" component="output">
        {you.recoveryText}
      </Text>
      <ul className={classes.codes} aria-label={you.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? actions.copied : actions.copy}</span>
      </Button>
      <Button onClick={onClose}>{you.recoveryKept}</Button>
    </>
  );
}
