import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useTexts } from './checkout-texts.ts';

/** Loads the billing details: for orders that need or have them, and once the buyer starts typing. */
export const loadBillingPart = () => import('./billing-part.tsx');
export const BillingPart = lazy(() => loadBillingPart().then((module) => ({ default: module.BillingPart })));

/** Opens the address, where the shop does not require one. */
export function AddAddress({ onOpen }: { readonly onOpen: () => void }) {
  const { address: texts } = useTexts();
  return (
    <Button variant="subtle" size="compact-md" ml={-8} style={{ alignSelf: 'flex-start' }} onClick={onOpen}>
      {texts.add}
    </Button>
  );
}
