import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { CodeField } from '../session/code-field.tsx';
import { keepCodeHabit } from '../session/code-habit.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { QrCode } from '../parts/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useYouTexts } from './you-texts.ts';

interface SetUpCodesDialogProps {
  readonly setUp: components['schemas']['OperatorCodeSetUp'];
  readonly onClose: () => void;
}

/** Shows an authenticator app its secret, wants one of its codes, and then shows the recovery codes. */
export function SetUpCodesDialog({ setUp: { secret, uri }, onClose }: SetUpCodesDialogProps) {
  const { signIn } = useTexts();
  const you = useYouTexts();
  const form = usePageForm({ code: '' });
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const send = async (body: typeof form.values) => {
    const proof = await answer(api.POST('/api/operator/codes/confirm', { body }));
    keepCodeHabit(true);
    setRecoveryCodes(proof.recoveryCodes);
  };
  return (
    <Dialog title={recoveryCodes === undefined ? you.setUpCodes : you.recoveryCodes} onClose={onClose}>
      {recoveryCodes === undefined ? (
        <DataForm
          form={form}
          fields={['code']}
          submitLabel={you.finishCodes}
          send={send}
          onCancel={onClose}
          explain={({ status }) => (status === 429 ? signIn.wait : undefined)}
        >
          <Text size="sm">{you.scan}</Text>
          <QrCode text={uri} label={you.qrCode} />
          <CopyField label={you.secret} value={secret} />
          <CodeField
            description={you.firstCode}
            required
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
        </DataForm>
      ) : (
        <RecoveryCodes codes={recoveryCodes} onClose={onClose} />
      )}
    </Dialog>
  );
}
