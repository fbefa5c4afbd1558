import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { CountryField } from '../form/country-field.tsx';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { mayDo, useSession } from '../session/session.ts';
import { changesIn, type CustomerValues, valuesOf } from './customer-changes.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface ChangeCustomerDialogProps {
  readonly customer: Revised<components['schemas']['Customer']>;
  readonly onClose: () => void;
}

const FIELDS = [
  'name',
  'email',
  'businessName',
  'taxId',
  'phone',
  'streetAddress1',
  'streetAddress2',
  'postCode',
  'locality',
  'region',
] as const;

/** Corrects what is known of a customer. Another email needs a scope of its own, and says what it does. */
export function ChangeCustomerDialog({ customer, onClose }: ChangeCustomerDialogProps) {
  const texts = useCustomerTexts();
  const queryClient = useQueryClient();
  const mayChangeEmail = mayDo(useSession(), 'customers:email');
  const form = usePageForm<CustomerValues>(valuesOf(customer));
  const params = { path: { idOrEmail: customer.id } };
  const { base, save, conflict } = useRevision({
    thing: customer,
    load: () => revised(api.GET('/api/customers/{idOrEmail}', { params })),
    fieldsOf: valuesOf,
    show: (next) => {
      form.setValues(valuesOf(next));
    },
    change: { type: 'customer.updated', subject: `customer/${customer.id}` },
  });
  const send = async (values: CustomerValues) => {
    const body = changesIn(base, values);
    if (body === undefined) {
      showErrors(form, { name: texts.nothing });
      return;
    }
    await save((header) =>
      revised(api.PATCH('/api/customers/{idOrEmail}', { params: { ...params, header }, body })),
    );
    void queryClient.invalidateQueries({ queryKey: ['customers'] });
    await queryClient.invalidateQueries({ queryKey: ['customer', customer.id] });
    onClose();
  };
  return (
    <Dialog title={texts.changeTitle(customer.name ?? customer.email)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[...FIELDS, 'countryCode']}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
        conflict={conflict}
      >
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={texts.fields[name]}
            autoComplete="off"
            {...(name === 'email' && {
              type: 'email',
              readOnly: !mayChangeEmail,
              description: mayChangeEmail ? texts.emailText : texts.emailForbidden,
            })}
            {...form.getInputProps(name)}
          />
        ))}
        <CountryField label={texts.fields.countryCode} {...form.getInputProps('countryCode')} />
      </DataForm>
    </Dialog>
  );
}
