import { Box, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Vendor } from '../api/vendor-query.ts';
import { useClosedTexts } from '../page/closed-texts.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { Note } from '@latchkey/ui/note.tsx';
import { LockIcon } from '../page/icons.tsx';
import { MessageState } from './message-state.tsx';

interface ClosedStoreProps {
  readonly vendor: Vendor;
  readonly closure: NonNullable<Vendor['closure']>;
}

/** Replaces a page that a closed store no longer has: says what has ended, and what still works. */
export function ClosedStore({ vendor, closure }: ClosedStoreProps) {
  const { products, orders } = useSiteTexts();
  const closed = useClosedTexts();
  const isReleased = closure === 'Released';
  const to = isReleased ? '/account' : '/account/orders';
  return (
    <MessageState
      title={closed.title}
      text={closed[closure](vendor.name)}
      action={
        <Button renderRoot={(props) => <Link to={to} {...props} />}>{isReleased ? products : orders}</Button>
      }
    />
  );
}

/** The same above a page that still works. */
export function ClosedStoreNote({ vendor, closure }: ClosedStoreProps) {
  const closed = useClosedTexts();
  return (
    <Box mb="lg">
      <Note icon={<LockIcon />} title={closed.title}>
        {closed[closure](vendor.name)}
      </Note>
    </Box>
  );
}
