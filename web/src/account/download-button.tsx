import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Download, fetchFileUrl, type FileOfVersion } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { systemOf } from '@latchkey/ui/texts/files.ts';
import { DownloadIcon } from './icons.tsx';

interface DownloadButtonProps {
  readonly file: FileOfVersion;
  readonly download: Download;
  readonly productName: string;
  readonly variant: 'filled' | 'light' | 'default';
  readonly size?: 'sm' | 'md' | 'lg';
}

/** Saves a file: requests a short-lived address with the customer's session, and navigates to it. */
export function DownloadButton({ file, download, productName, variant, size = 'sm' }: DownloadButtonProps) {
  const { products: texts, product } = useAccountTexts();
  const { failure: failures } = useTexts();
  const start = useMutation({
    mutationFn: () => fetchFileUrl(file),
    onSuccess: (url) => {
      window.location.assign(url);
    },
  });
  return (
    <div>
      <Button
        variant={variant}
        size={size}
        fullWidth
        leftSection={<DownloadIcon size={18} />}
        loading={start.isPending}
        onClick={() => {
          start.mutate();
        }}
      >
        {texts.download(systemOf(download, texts.anySystem))}
        <VisuallyHidden>{` (${productName})`}</VisuallyHidden>
      </Button>
      {start.error === null ? null : (
        <ErrorLine>{`${product.downloadFailed}. ${failureMessage(start.error, failures).text}`}</ErrorLine>
      )}
    </div>
  );
}
