import { IconArrowLeft, IconPackage } from '@tabler/icons-react';
import { decoration } from '../ui/icons.tsx';

export const BackIcon = decoration(IconArrowLeft);
export const ItemIcon = decoration(IconPackage);
