import { Button, Text } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useWebhookTexts } from './webhook-texts.ts';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret with which a receiver verifies messages: it is shown only now. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { actions } = useTexts();
  const texts = useWebhookTexts();
  return (
    <Dialog title={texts.secretTitle} onClose={onClose}>
      <CopyField label={texts.secret} value={secret} />
      <Text size="sm">{texts.secretText}</Text>
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}
