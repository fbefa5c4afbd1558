import { MessageState } from './message-state.tsx';
import { useNotFoundTexts } from './not-found-texts.ts';
import { ShopButton } from './shop-button.tsx';
import { SiteFrame } from './site-frame.tsx';

/** No page has this address: the header leads on. */
export function NotFoundPage() {
  const texts = useNotFoundTexts();
  return (
    <SiteFrame title={texts.title} width="narrow">
      <MessageState title={texts.title} text={texts.text} action={<ShopButton>{texts.toShop}</ShopButton>} />
    </SiteFrame>
  );
}
