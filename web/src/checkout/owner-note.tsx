import { Text } from '@mantine/core';
import { useTexts } from './checkout-texts.ts';
import { LockIcon } from '@latchkey/ui/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';

/** The order belongs to an account that the link does not show: a payment here buys for that account. */
export function OwnerNote() {
  const { details } = useTexts();
  return (
    <Note icon={<LockIcon size={18} />} title={details.ownerTitle}>
      <Text size="sm">{details.ownerText}</Text>
    </Note>
  );
}
