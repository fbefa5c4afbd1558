import { useState } from 'react';

interface Copy {
  /** Whether the text is in the clipboard. */
  readonly isCopied: boolean;
  /** Copies the text; nothing happens where the browser forbids that. */
  readonly copy: () => Promise<void>;
}

/** Copies a text to the clipboard on request. */
export function useCopy(text: string): Copy {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return { isCopied, copy };
}
