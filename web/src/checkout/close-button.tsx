import { Button } from '@mantine/core';
import { useTexts } from './checkout-texts.ts';
import { isFramed } from '../embedding/embedder.ts';
import { askToClose } from './use-embedding.ts';

/** In a frame, a button that asks the embedding page to close it. */
export function CloseButton({ isCompleted }: { readonly isCompleted: boolean }) {
  const { checkout } = useTexts();
  if (!isFramed()) return null;
  return (
    <Button
      variant="subtle"
      onClick={() => {
        askToClose(isCompleted);
      }}
    >
      {isCompleted ? checkout.close : checkout.closeCheckout}
    </Button>
  );
}
