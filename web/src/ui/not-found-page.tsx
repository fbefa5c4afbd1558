import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { BrokenLinkIcon } from './icons.tsx';
import { MessagePage } from './message-page.tsx';

/** No page has this address. */
export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <MessagePage
      icon={<BrokenLinkIcon size={28} />}
      title="Page not found"
      text="There is no page at this address. Check the link, or go back to where you came from."
      actions={
        <Button component="a" href="/">
          Go to the start page
        </Button>
      }
    />
  );
}
