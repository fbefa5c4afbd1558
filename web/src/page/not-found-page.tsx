import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { vendorQuery } from '../api/vendor-query.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { BrokenLinkIcon } from '@latchkey/ui/icons.tsx';
import { MessagePage } from './message-page.tsx';

/** No page has this address. */
export function NotFoundPage() {
  const { data: vendor } = useQuery(vendorQuery);
  const { notFound } = useTexts();
  useDocumentTitle(notFound.title);
  return (
    <MessagePage
      owner={vendor}
      icon={<BrokenLinkIcon size={28} />}
      title={notFound.title}
      text={notFound.text}
      actions={
        <Button component="a" href="/">
          {notFound.start}
        </Button>
      }
    />
  );
}
