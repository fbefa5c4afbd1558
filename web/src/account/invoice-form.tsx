import { use } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { requestInvoice, type Order, type SaleDocument } from '../api/orders.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useOrdersTexts } from './orders-texts.ts';
import { useAddressTexts } from '../address/address-texts.ts';
import { billingOf, checkBilling, wrongTaxId } from '../address/address-rules.ts';
import { billingValues } from '../address/address-values.ts';
import { BillingFields } from '../address/billing-fields.tsx';
import { countryName } from '../address/country.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { accountKey, useCustomer } from './customer.ts';

interface InvoiceFormProps {
  readonly order: Order;
  readonly onIssued: (invoice: SaleDocument) => void;
}

/** Requests the invoice of an order, with the name and address of a business. */
export function InvoiceForm({ order, onIssued }: InvoiceFormProps) {
  const texts = useOrdersTexts();
  const addressTexts = useAddressTexts();
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  const { customer } = order;
  const { locale } = use(LanguageOfPage);
  const form = useIdentityForm({
    initialValues: {
      ...billingValues({ ...customer, address: customer?.address ?? {} }),
      isBusiness: true,
    },
    check: (values) => checkBilling(values, addressTexts),
    send: (values) => requestInvoice(order.id, billingOf(values)),
    besideOf: (failure, values) => wrongTaxId(failure, countryName(values.countryCode, locale), addressTexts),
    onDone: (invoice) => {
      onIssued(invoice);
      void queryClient.invalidateQueries({ queryKey: accountKey(id, ['documents', order.id]) });
    },
  });
  return (
    <IdentityFormFrame
      form={form}
      name={texts.invoiceOpen}
      submitLabel={texts.invoiceSend}
      sendingText={texts.invoiceSending}
      isPart
    >
      <BillingFields form={form.fields} isSending={form.isSending} isForBusiness />
    </IdentityFormFrame>
  );
}
