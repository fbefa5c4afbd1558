import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/List.layer.css';
import { List, Text } from '@mantine/core';
import type { Refusal } from '@latchkey/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { PasswordField } from '../session/password-field.tsx';
import { connectionInput, type ConnectionValues, connectionValues, modeOfKey } from './connection-values.ts';
import { OptionFields } from './option-fields.tsx';
import type { PaymentTexts } from './payment-en.ts';
import { type PaymentConnection, paymentConnectionQuery } from './payment-queries.ts';
import { usePaymentTexts } from './payment-texts.ts';

interface ConnectDialogProps {
  readonly connection: PaymentConnection;
  readonly onClose: () => void;
}

/** Connects the provider in steps: the key, then the options; the page behind then shows the checks. */
export function ConnectDialog({ connection, onClose }: ConnectDialogProps) {
  const texts = usePaymentTexts();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'key' | 'options'>('key');
  const form = usePageForm<ConnectionValues>(connectionValues(connection));
  // However often it is sent, the provider is connected once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const mode = modeOfKey(form.values.key);
  const send = async (values: ConnectionValues) => {
    if (step === 'key') {
      if (mode === 'Test' || mode === 'Live') return setStep('options');
      return showErrors(form, { key: mode === 'Public' ? texts.publicOnly : texts.wrongKey });
    }
    if (values.webhook === 'own' && values.webhookSecret.trim() === '')
      return showErrors(form, { webhookSecret: texts.webhookNeeded });
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const body = connectionInput(values);
    queryClient.setQueryData(
      paymentConnectionQuery.queryKey,
      await answer(api.POST('/api/settings/payment-connection', { params, body })),
    );
    // The checklist of the first page, and what else depends on it.
    await queryClient.invalidateQueries();
    onClose();
  };
  return (
    <Dialog title={texts.connect} onClose={onClose}>
      <DataForm
        key={step}
        form={form}
        fields={['key', 'webhookSecret', 'publishableKey']}
        submitLabel={step === 'key' ? texts.next : texts.connectSubmit}
        send={send}
        explain={(failure) => {
          renewAfter(failure);
          return explain(failure, texts);
        }}
        onCancel={onClose}
      >
        <Text size="sm" fw={600} component="output">
          {step === 'key' ? texts.step(1, 2, texts.steps.key) : texts.step(2, 2, texts.steps.options)}
        </Text>
        {step === 'key' ? (
          <>
            <Text size="sm">{texts.keyText.where}</Text>
            <List size="sm">
              {texts.permissions.map((permission) => (
                <List.Item key={permission}>{permission}</List.Item>
              ))}
            </List>
            <Text size="sm">{texts.keyText.paste}</Text>
            <PasswordField
              label={texts.secret}
              description={texts.secretText}
              autoComplete="off"
              {...form.getInputProps('key')}
            />
          </>
        ) : (
          <>
            <Text size="sm">{mode === 'Live' ? texts.liveKey : texts.testKey}</Text>
            <OptionFields form={form} isConnected={connection.isConnected} />
          </>
        )}
      </DataForm>
    </Dialog>
  );
}

function explain(failure: Refusal, texts: PaymentTexts): string | undefined {
  if (failure.errorType === 'WrongProviderKey') return texts.wrongKey;
  if (failure.errorType === 'ProviderModesMixed') return texts.modesMixed;
  if (failure.errorType === 'ProviderAccountsMixed') return texts.accountsMixed;
  if (failure.errorType === 'PaymentConnectionChanged') return texts.changedMeanwhile;
  if (failure.errorType === 'PaymentsPending') return texts.pending;
  // What the provider says is known to the server alone.
  return failure.errorType === 'ProviderRefused' ? failure.detail : undefined;
}
