import {
  IconAlertCircle,
  IconCheck,
  IconChevronDown,
  IconClock,
  IconDeviceLaptop,
  IconFileUpload,
  IconFlask,
  IconLock,
  IconMail,
  IconShoppingCart,
  IconUnlink,
  IconX,
  type Icon,
  IconArrowLeft,
  IconUserCircle,
} from '@tabler/icons-react';

interface IconProps {
  readonly size?: number;
}

/* Decorative: the text beside an icon has the same meaning. */
export const CheckIcon = decoration(IconCheck);
export const ChevronIcon = decoration(IconChevronDown);
export const WarningIcon = decoration(IconAlertCircle);
export const LockIcon = decoration(IconLock);
export const FlaskIcon = decoration(IconFlask);
export const CartIcon = decoration(IconShoppingCart);
export const BrokenLinkIcon = decoration(IconUnlink);
export const ClockIcon = decoration(IconClock);
export const CrossIcon = decoration(IconX);
export const DeviceIcon = decoration(IconDeviceLaptop);
export const FileIcon = decoration(IconFileUpload);
export const MailIcon = decoration(IconMail);

/** A decorative icon of the size of its text. */
export function decoration(Drawing: Icon) {
  return function Decoration({ size = 20 }: IconProps) {
    return <Drawing size={size} stroke={1.75} aria-hidden="true" />;
  };
}

export const BackIcon = decoration(IconArrowLeft);

export const AccountIcon = decoration(IconUserCircle);
