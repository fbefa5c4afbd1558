import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Revised } from '../api/revised.ts';
import { mayDo, useSession } from '../session/session.ts';
import { ChangeCustomerDialog } from './change-customer-dialog.tsx';
import { useCustomerTexts } from './customer-texts.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import { ViewDialog } from './view-dialog.tsx';

interface CustomerActionsProps {
  readonly customer: Revised<components['schemas']['Customer']>;
}

/** What support does for a customer. */
export function CustomerActions({ customer }: CustomerActionsProps) {
  const { id, name, email, isDeleted } = customer;
  const texts = useCustomerTexts();
  const session = useSession();
  const [task, setTask] = useState<'change' | 'grant' | 'prices' | 'merge' | 'view'>();
  const close = () => {
    setTask(undefined);
  };
  if (isDeleted) return null;
  const mayGrant = mayDo(session, 'licenses:write') && mayDo(session, 'products:read');
  const mayMerge = mayDo(session, 'customers:write') && mayDo(session, 'customers:email');
  const actions = [
    ...(mayDo(session, 'customers:write') ? (['change'] as const) : []),
    ...(mayGrant ? (['grant'] as const) : []),
    ...(mayDo(session, 'products:read') ? (['prices'] as const) : []),
    ...(mayMerge ? (['merge'] as const) : []),
    ...(mayDo(session, 'customers:view') ? (['view'] as const) : []),
  ];
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          size="xs"
          onClick={() => {
            setTask(action);
          }}
        >
          {texts[action]}
        </Button>
      ))}
      {task === 'change' ? <ChangeCustomerDialog customer={customer} onClose={close} /> : null}
      {task === 'view' ? <ViewDialog customer={customer} onClose={close} /> : null}
      {task === 'merge' ? <MergeDialog customer={customer} onClose={close} /> : null}
      {task === 'prices' ? <PricesDialog customer={{ name: name ?? email, email }} onClose={close} /> : null}
      {task === 'grant' ? <GrantDialog customer={{ id, name: name ?? email }} onClose={close} /> : null}
    </>
  );
}
