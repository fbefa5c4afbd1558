import { decoration } from '@latchkey/ui/icons.tsx';
import { IconArrowLeft, IconClock, IconLock, IconUnlink, IconX } from '@tabler/icons-react';

/* Of several pages, but not in the first file: half of all pages show none of them. */
export const BackIcon = decoration(IconArrowLeft);
export const BrokenLinkIcon = decoration(IconUnlink);
export const ClockIcon = decoration(IconClock);
export const CrossIcon = decoration(IconX);
export const LockIcon = decoration(IconLock);
