import { Button, Text } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useApiKeyTexts } from './api-key-texts.ts';

interface KeyDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of an API key: it is shown only now. */
export function KeyDialog({ secret, onClose }: KeyDialogProps) {
  const { actions } = useTexts();
  const texts = useApiKeyTexts();
  return (
    <Dialog title={texts.keyTitle} onClose={onClose}>
      <CopyField label={texts.key} value={secret} />
      <Text size="sm">{texts.keyText}</Text>
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}
