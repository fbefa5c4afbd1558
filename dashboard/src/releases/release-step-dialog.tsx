import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { stateOf } from './release-columns.tsx';
import { type Release, useFreshReleases } from './release-queries.ts';
import { useReleaseTexts } from './release-texts.ts';

export type ReleaseStep = 'publish' | 'yank' | 'restore';

/** What can be done with a release as it stands. */
export function possibleSteps(release: Release): readonly ReleaseStep[] {
  const state = stateOf(release);
  if (state === 'yanked') return ['restore'];
  return state === 'draft' ? ['publish'] : ['yank'];
}

interface ReleaseStepDialogProps {
  readonly productId: string;
  readonly release: Release;
  readonly step: ReleaseStep;
  readonly onClose: () => void;
}

/** Says what a step does to a release, and takes it. A release is withdrawn with a reason. */
export function ReleaseStepDialog({
  productId,
  release: { version },
  step,
  onClose,
}: ReleaseStepDialogProps) {
  const texts = useReleaseTexts();
  const refresh = useFreshReleases(productId);
  const form = usePageForm({ reason: '' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ reason }: typeof form.values) => {
    const params = { path: { productId, version }, header: { 'idempotency-key': idempotencyKey } };
    if (step === 'yank') {
      const body = { reason: reason.trim() };
      await answer(api.POST('/api/products/{productId}/releases/{version}/yank', { params, body }));
    } else await answer(api.POST(`/api/products/{productId}/releases/{version}/${step}`, { params }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.taskOf[step](version)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['reason']}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'yank'}
        explain={renewAfter}
      >
        <Text size="sm">{texts.stepText[step]}</Text>
        {step === 'yank' ? (
          <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
        ) : null}
      </DataForm>
    </Dialog>
  );
}
