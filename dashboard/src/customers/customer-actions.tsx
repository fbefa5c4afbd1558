import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayDo, useSession } from '../session/session.ts';
import { useCustomerTexts } from './customer-texts.ts';
import { GrantDialog } from './grant-dialog.tsx';

interface CustomerActionsProps {
  readonly customer: components['schemas']['Customer'];
}

/** What support does for a customer. */
export function CustomerActions({ customer: { id, name, email, isDeleted } }: CustomerActionsProps) {
  const texts = useCustomerTexts();
  const [isGranting, setIsGranting] = useState(false);
  const session = useSession();
  if (isDeleted || !mayDo(session, 'licenses:write') || !mayDo(session, 'products:read')) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          setIsGranting(true);
        }}
      >
        {texts.grant}
      </Button>
      {isGranting ? (
        <GrantDialog
          customer={{ id, name: name ?? email }}
          onClose={() => {
            setIsGranting(false);
          }}
        />
      ) : null}
    </>
  );
}
