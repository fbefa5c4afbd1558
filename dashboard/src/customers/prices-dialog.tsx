import { Button } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { PricePreview } from '../price-rules/price-preview.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface PricesDialogProps {
  readonly customer: { readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** What a customer pays for a product, and why. */
export function PricesDialog({ customer: { name, email }, onClose }: PricesDialogProps) {
  const { actions } = useTexts();
  const texts = useCustomerTexts();
  return (
    <Dialog title={texts.pricesTitle(name)} onClose={onClose}>
      <PricePreview visitorEmail={email} draft={{ published: true }} />
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}
