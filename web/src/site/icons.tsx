import { IconUserCircle } from '@tabler/icons-react';
import { decoration } from '@latchkey/ui/icons.tsx';

export const AccountIcon = decoration(IconUserCircle);
