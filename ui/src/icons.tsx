import { IconAlertCircle, IconCheck, IconMail, IconShoppingCart, type Icon } from '@tabler/icons-react';

interface IconProps {
  readonly size?: number;
}

/* Of several pages, in the first file; an icon of one component is made beside it. */
export const CheckIcon = decoration(IconCheck);
export const WarningIcon = decoration(IconAlertCircle);
export const CartIcon = decoration(IconShoppingCart);
export const MailIcon = decoration(IconMail);

/** A decorative icon of the size of its text. */
export function decoration(Drawing: Icon) {
  return function Decoration({ size = 20 }: IconProps) {
    return <Drawing size={size} stroke={1.75} aria-hidden="true" />;
  };
}
