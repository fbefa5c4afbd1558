import { Avatar, Button, Text } from '@mantine/core';
import type { SignedIn } from '@latchkey/sdk';
import classes from './account-row.module.css';

interface AccountRowProps {
  readonly customer: Pick<SignedIn, 'name' | 'email'>;
  readonly onSignOut: () => void;
}

/** The signed-in customer, and the sign-out button. */
export function AccountRow({ customer, onSignOut }: AccountRowProps) {
  const { name, email } = customer;
  return (
    <section className={classes.row} aria-label="Your account">
      <Avatar name={name ?? email} alt="" aria-hidden="true" size={40} color="harbour" />
      <div className={classes.who}>
        <Text fw={600} lh="sm">
          {name ?? 'Signed in'}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </div>
      <Button variant="subtle" size="compact-md" className={classes.out} onClick={onSignOut}>
        Sign out
      </Button>
    </section>
  );
}
