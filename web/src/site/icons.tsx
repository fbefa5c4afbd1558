import { IconUserCircle } from '@tabler/icons-react';
import { decoration } from '../ui/icons.tsx';

export const AccountIcon = decoration(IconUserCircle);
