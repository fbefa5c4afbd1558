import { Button } from '@mantine/core';
import { useTexts } from './checkout-texts.ts';

/** Opens the address, where the shop does not require one. */
export function AddAddress({ onOpen }: { readonly onOpen: () => void }) {
  const { address: texts } = useTexts();
  return (
    <Button variant="subtle" size="compact-md" ml={-11} style={{ alignSelf: 'flex-start' }} onClick={onOpen}>
      {texts.add}
    </Button>
  );
}
