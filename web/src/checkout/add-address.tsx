import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useTexts } from './checkout-texts.ts';
import classes from './address-fields.module.css';

/** Loads the fields of an address: for orders that need one, and once the buyer starts typing. */
export const loadAddressFields = () => import('./address-fields.tsx');
export const AddressFields = lazy(() =>
  loadAddressFields().then((module) => ({ default: module.AddressFields })),
);

/** Opens the address, where the shop does not require one. */
export function AddAddress({ onOpen }: { readonly onOpen: () => void }) {
  const { address: texts } = useTexts();
  return (
    <Button variant="subtle" size="compact-md" className={classes.add} onClick={onOpen}>
      {texts.add}
    </Button>
  );
}
