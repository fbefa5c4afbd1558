import { Button } from '@mantine/core';
import { useAccountTexts } from './account-texts.ts';

/** Leaves a form without sending it. */
export function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  const { common } = useAccountTexts();
  return (
    <Button variant="subtle" onClick={onCancel}>
      {common.cancel}
    </Button>
  );
}
