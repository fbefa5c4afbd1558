import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { NewBatchDialog } from './new-batch-dialog.tsx';
import type { VoucherTexts } from './voucher-en.ts';
import { batchesQuery, type VoucherBatch } from './voucher-queries.ts';
import { BatchStatus, contentsOf } from './voucher-state.tsx';
import { useVoucherTexts } from './voucher-texts.ts';

/** Batches of codes for resellers, magazines and gifts, the newest first. */
export function VouchersPage() {
  const { vouchers } = useTexts();
  const texts = useVoucherTexts();
  const session = useSession();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const mayChange = mayDo(session, 'vouchers:write') && mayDo(session, 'products:read');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={vouchers.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <DataList
        name="vouchers"
        label={vouchers.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(batchesQuery)}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/vouchers/${id}`}
        csv={{ kind: 'vouchers', query: {} }}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'dashboard-vouchers.md',
          onAdd: mayChange ? add : undefined,
        }}
      />
      {isAdding ? (
        <NewBatchDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(texts: VoucherTexts): readonly Column<VoucherBatch>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: ({ status }) => <BatchStatus status={status} /> },
    { id: 'contents', label: texts.contents, show: contentsOf },
    { id: 'quantity', label: texts.codes, isNumber: true, show: ({ quantity }) => quantity },
    {
      id: 'expires',
      label: texts.expires,
      show: ({ expiresAt }) => (expiresAt === undefined ? texts.never : <Moment at={expiresAt} />),
    },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
