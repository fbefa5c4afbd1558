import '@mantine/core/styles/Alert.layer.css';
import { Alert, Text } from '@mantine/core';
import { useTexts } from '../texts/checkout-texts.ts';
import { LockIcon } from '../ui/icons.tsx';

/** The order belongs to an account that the link does not show: a payment here buys for that account. */
export function OwnerNote() {
  const { details } = useTexts();
  return (
    <Alert role="note" color="blue" variant="light" icon={<LockIcon size={18} />} title={details.ownerTitle}>
      <Text size="sm">{details.ownerText}</Text>
    </Alert>
  );
}
