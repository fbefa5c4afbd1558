import '@mantine/core/styles/Avatar.layer.css';
import { Avatar, Button, Text } from '@mantine/core';
import type { SignedIn } from '@latchkey/sdk';
import { useTexts } from '../texts/identity-texts.ts';
import classes from './account-row.module.css';

interface AccountRowProps {
  readonly customer: Pick<SignedIn, 'name' | 'email'>;
  readonly onSignOut: () => void;
}

/** The signed-in customer, and the sign-out button. */
export function AccountRow({ customer, onSignOut }: AccountRowProps) {
  const { name, email } = customer;
  const { identity } = useTexts();
  return (
    <section className={classes.row} aria-label={identity.account}>
      <Avatar name={name ?? email} alt="" aria-hidden="true" size={40} color="brand" />
      <div className={classes.who}>
        <Text fw={600} lh="sm">
          {name ?? identity.signedIn}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </div>
      <Button variant="subtle" size="compact-md" className={classes.out} onClick={onSignOut}>
        {identity.signOut}
      </Button>
    </section>
  );
}
