import { Alert, Text } from '@mantine/core';
import { LockIcon } from '../ui/icons.tsx';

/** The order belongs to an account that the link does not show: a payment here buys for that account. */
export function OwnerNote() {
  return (
    <Alert
      role="note"
      color="blue"
      variant="light"
      icon={<LockIcon size={18} />}
      title="You pay for an account"
    >
      <Text size="sm">
        Somebody was signed in when this cart was filled. What you pay for here goes to that account: it gets
        the licenses and the receipt. If it is not yours, make a new cart in the shop.
      </Text>
    </Alert>
  );
}
