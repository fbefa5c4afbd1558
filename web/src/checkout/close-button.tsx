import { Button } from '@mantine/core';
import { isFramed } from './embedder.ts';
import { askToClose } from './use-embedding.ts';

/** In a frame, a button that asks the embedding page to close it. */
export function CloseButton({ isCompleted }: { readonly isCompleted: boolean }) {
  if (!isFramed()) return null;
  return (
    <Button
      variant="subtle"
      onClick={() => {
        askToClose(isCompleted);
      }}
    >
      {isCompleted ? 'Close' : 'Close checkout'}
    </Button>
  );
}
