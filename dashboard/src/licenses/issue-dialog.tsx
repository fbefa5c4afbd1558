import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useLicenseTexts } from './license-texts.ts';

/** Issues licenses to somebody by email, whether they are a customer yet or not, and leads to the first. */
export function IssueDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useLicenseTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const products = useQuery(productChoicesQuery).data ?? [];
  const form = usePageForm({ email: '', name: '', productId: '', quantity: '1', reason: '' });
  // However often it is sent, the licenses are issued once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: typeof form.values) => {
    const { email, name, productId, quantity } = values;
    if (productId === '') {
      showErrors(form, { productId: texts.chooseProduct });
      return;
    }
    const customer = { email: email.trim(), ...(name.trim() !== '' && { name: name.trim() }) };
    const requests = [{ productId, quantity: Number(quantity), isFree: true }];
    const body = { customer, requests, ...reasonIn(values) };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const [license] = await answer(api.POST('/api/licenses/provision', { params, body }));
    await Promise.all(
      ['licenses', 'customers'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })),
    );
    if (license === undefined) onClose();
    else await navigate({ to: '/licenses/$licenseId', params: { licenseId: license.id } });
  };
  return (
    <Dialog title={texts.issue} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.issueSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.issueText}</Text>
        <TextInput
          type="email"
          label={texts.issueEmail}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          label={texts.issueName}
          description={texts.issueNameText}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <SelectField
          label={texts.issueProduct}
          options={[
            { value: '', label: texts.choose },
            ...products.map((each) => ({ value: each.id, label: each.name })),
          ]}
          {...form.getInputProps('productId')}
        />
        <TextInput inputMode="numeric" label={texts.issueQuantity} {...form.getInputProps('quantity')} />
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
