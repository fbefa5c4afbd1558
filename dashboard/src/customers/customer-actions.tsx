import type { components } from '@latchkey/sdk';
import { useState } from 'react';
import type { Revised } from '../api/revised.ts';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, type Session, useSession } from '../session/session.ts';
import { ChangeCustomerDialog } from './change-customer-dialog.tsx';
import { useCustomerTexts } from './customer-texts.ts';
import { DownloadData } from './download-data.tsx';
import { EraseCustomerDialog } from './erase-customer-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import { ViewDialog } from './view-dialog.tsx';

type Task = 'change' | 'grant' | 'prices' | 'merge' | 'view' | 'erase';

interface CustomerActionsProps {
  readonly customer: Revised<components['schemas']['Customer']>;
}

/**
 * What support does for a customer, and what customers may ask for by law: a copy of what is stored, and its deletion. Of
 * one who was merged into another, the email is left, which can be deleted, too.
 */
export function CustomerActions({ customer }: CustomerActionsProps) {
  const { id, name, email, isDeleted, mergedInto } = customer;
  const texts = useCustomerTexts();
  const session = useSession();
  const [task, setTask] = useState<Task>();
  const close = () => {
    setTask(undefined);
  };
  if (isDeleted && mergedInto === undefined) return null;
  return (
    <>
      <PageActions
        actions={tasksOf(session, isDeleted)}
        labels={texts}
        dangerous={['erase']}
        onChoose={setTask}
      >
        {!isDeleted && mayDo(session, 'customers:export') ? <DownloadData customerId={id} /> : null}
      </PageActions>
      {task === 'change' ? <ChangeCustomerDialog customer={customer} onClose={close} /> : null}
      {task === 'view' ? <ViewDialog customer={customer} onClose={close} /> : null}
      {task === 'merge' ? <MergeDialog customer={customer} onClose={close} /> : null}
      {task === 'prices' ? <PricesDialog customer={{ name: name ?? email, email }} onClose={close} /> : null}
      {task === 'grant' ? <GrantDialog customer={{ id, name: name ?? email }} onClose={close} /> : null}
      {task === 'erase' ? <EraseCustomerDialog customer={customer} onClose={close} /> : null}
    </>
  );
}

function tasksOf(session: Session, isDeleted: boolean): readonly Task[] {
  const mayWrite = mayDo(session, 'customers:write');
  const erase: readonly Task[] = mayWrite ? ['erase'] : [];
  if (isDeleted) return erase;
  const mayGrant = mayDo(session, 'licenses:write') && mayDo(session, 'products:read');
  return [
    ...(mayWrite ? (['change'] as const) : []),
    ...(mayGrant ? (['grant'] as const) : []),
    ...(mayDo(session, 'products:read') ? (['prices'] as const) : []),
    ...(mayWrite && mayDo(session, 'customers:email') ? (['merge'] as const) : []),
    ...(mayDo(session, 'customers:view') ? (['view'] as const) : []),
    ...erase,
  ];
}
