import { useTexts } from '@latchkey/ui/texts/language.ts';
import { MessageState } from './message-state.tsx';
import { ShopButton } from './shop-button.tsx';
import { SiteFrame } from './site-frame.tsx';

/** No page has this address: the header leads on. */
export function NotFoundPage() {
  const { notFound } = useTexts();
  return (
    <SiteFrame title={notFound.title} width="narrow">
      <MessageState
        title={notFound.title}
        text={notFound.text}
        action={<ShopButton>{notFound.toShop}</ShopButton>}
      />
    </SiteFrame>
  );
}
