import { useState } from 'react';
import { useActivationTexts } from './activation-texts.ts';

export interface Recheck {
  readonly check: () => void;
  readonly isChecking: boolean;
  /** The announcement for screen readers; the page shows the result. */
  readonly text: string;
}

/** Fetches from the server again when the reader says that something has changed. */
export function useRecheck(refetch: () => Promise<unknown>): Recheck {
  const [state, setState] = useState<'Idle' | 'Checking' | 'Checked'>('Idle');
  const { recheck } = useActivationTexts();
  const texts = { Idle: '', Checking: recheck.checking, Checked: recheck.unchanged };
  return {
    check: () => {
      if (state === 'Checking') return;
      setState('Checking');
      void refetch().finally(() => {
        setState('Checked');
      });
    },
    isChecking: state === 'Checking',
    text: texts[state],
  };
}
