import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayDo, useSession } from '../session/session.ts';
import { useCustomerTexts } from './customer-texts.ts';
import { DownloadData } from './download-data.tsx';
import { EraseCustomerDialog } from './erase-customer-dialog.tsx';

interface PrivacyActionsProps {
  readonly customer: components['schemas']['Customer'];
}

/** What a customer may ask for by law: a copy of what is stored, and its deletion. */
export function PrivacyActions({ customer }: PrivacyActionsProps) {
  const texts = useCustomerTexts();
  const session = useSession();
  const [isErasing, setIsErasing] = useState(false);
  if (customer.isDeleted) return null;
  return (
    <>
      {mayDo(session, 'customers:export') ? <DownloadData customerId={customer.id} /> : null}
      {mayDo(session, 'customers:write') ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setIsErasing(true);
          }}
        >
          {texts.erase}
        </Button>
      ) : null}
      {isErasing ? (
        <EraseCustomerDialog
          customer={customer}
          onClose={() => {
            setIsErasing(false);
          }}
        />
      ) : null}
    </>
  );
}
