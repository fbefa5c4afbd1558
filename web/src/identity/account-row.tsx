import { Button, Text } from '@mantine/core';
import type { SignedIn } from '@latchkey/sdk';
import { useTexts } from './identity-texts.ts';
import classes from './account-row.module.css';
import { Notice } from '@latchkey/ui/notice.tsx';

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
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name ?? email)}
      </span>
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

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => (Array.from(word)[0] ?? '').toUpperCase()).join('');
}

/** The server ended the session, or another tab did: the reader signs in again. */
export function SessionEnded() {
  const { identity } = useTexts();
  return (
    <Notice title={identity.ended} about="Change">
      {identity.endedText}
    </Notice>
  );
}
