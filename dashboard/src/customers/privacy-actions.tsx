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
  // Of a customer who was merged into another, the email is left, which can be deleted, too.
  const { isDeleted, mergedInto } = customer;
  if (isDeleted && mergedInto === undefined) return null;
  return (
    <>
      {!isDeleted && mayDo(session, 'customers:export') ? <DownloadData customerId={customer.id} /> : null}
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
