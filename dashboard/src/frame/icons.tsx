import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { decoration } from '@latchkey/ui/icons.tsx';

export const MenuIcon = decoration(IconMenu2);
export const SearchIcon = decoration(IconSearch);
