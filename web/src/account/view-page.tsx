import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openView } from '../api/customer-view.ts';
import { MessageState } from '../site/message-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { useViewTexts } from '../site/view-texts.ts';

/** The code of the link, which is in the address no longer than that. */
const code = takeCode();

/** `/account/view`: opens a look at a customer's account, and says that it has ended. */
export function ViewPage() {
  const texts = useViewTexts();
  const { isSuccess, isError } = useQuery({
    queryKey: ['customer-view'],
    queryFn: async () => {
      await openView(code ?? '');
      return true;
    },
    enabled: code !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    // Another page load: nothing of this tab before is in it.
    if (isSuccess) window.location.replace('/account');
  }, [isSuccess]);
  const isOver = code === undefined || isError;
  const textOf = () => {
    if (isError) return texts.refused;
    return isOver ? texts.overText : texts.openingText;
  };
  const title = isOver ? texts.over : texts.opening;
  return (
    <SiteFrame title={title} width="narrow">
      <MessageState title={title} text={textOf()} />
    </SiteFrame>
  );
}

function takeCode(): string | undefined {
  const { hash, pathname } = window.location;
  const value = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? undefined;
  if (value !== undefined) window.history.replaceState(window.history.state, '', pathname);
  return value;
}
