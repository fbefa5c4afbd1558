import { IconApps, IconCopy, IconDownload, IconReceipt } from '@tabler/icons-react';
import { decoration } from '@latchkey/ui/icons.tsx';

export const ProductsIcon = decoration(IconApps);
export const ReceiptIcon = decoration(IconReceipt);
export const DownloadIcon = decoration(IconDownload);
export const CopyIcon = decoration(IconCopy);
