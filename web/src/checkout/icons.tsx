import { IconArrowLeft } from '@tabler/icons-react';
import { decoration } from '@latchkey/ui/icons.tsx';

export const BackIcon = decoration(IconArrowLeft);
