import { IconArrowLeft } from '@tabler/icons-react';
import { decoration } from '../ui/icons.tsx';

export const BackIcon = decoration(IconArrowLeft);
