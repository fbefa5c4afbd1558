import { CheckIcon } from '@latchkey/ui/icons.tsx';
import classes from './shop-page.module.css';
import { useShopTexts } from './shop-texts.ts';

/** Says that the customer has an item. */
export function OwnedMark() {
  const { shop } = useShopTexts();
  return (
    <span className={classes.owned}>
      <CheckIcon size={16} />
      {shop.owned}
    </span>
  );
}
