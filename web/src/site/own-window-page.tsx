import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { use } from 'react';
import { useSiteTexts } from '../page/site-texts.ts';
import { FramedBy, PageFrame } from '../page/page-frame.tsx';
import { MessageState } from './message-state.tsx';
import { SiteEmbedding } from './site-embedding.tsx';

/** Replaces a page that must not be framed: a link that opens it in a separate window. */
export function OwnWindowPage() {
  const framed = use(FramedBy);
  // Pages of shop and account already exchange messages with the embedding page.
  return framed === undefined ? (
    <SiteEmbedding cart={undefined}>
      <Invitation />
    </SiteEmbedding>
  ) : (
    <Invitation />
  );
}

function Invitation() {
  const { ownWindow } = useSiteTexts();
  const href = useLocation({ select: ({ href: address }) => withoutFrame(address) });
  return (
    <PageFrame width="narrow">
      <MessageState
        title={ownWindow.title}
        text={ownWindow.text}
        action={
          <Button component="a" href={href} target="_blank" rel="noopener">
            {ownWindow.open}
          </Button>
        }
      />
    </PageFrame>
  );
}

function withoutFrame(address: string): string {
  const url = new URL(address, window.location.origin);
  for (const name of ['embedded', 'cart', 'theme']) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}
