import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useTexts } from './checkout-texts.ts';

/** Loads the fields of a billing address: for orders that need one, and once the buyer starts typing. */
export const loadBillingFields = () => import('./billing-fields.tsx');
export const BillingFields = lazy(() =>
  loadBillingFields().then((module) => ({ default: module.BillingFields })),
);

/** Opens the address, where the shop does not require one. */
export function AddAddress({ onOpen }: { readonly onOpen: () => void }) {
  const { address: texts } = useTexts();
  return (
    <Button variant="subtle" size="compact-md" ml={-8} style={{ alignSelf: 'flex-start' }} onClick={onOpen}>
      {texts.add}
    </Button>
  );
}
