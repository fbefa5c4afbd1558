import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { CodesFile } from '../parts/codes-file.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './batch-page.module.css';
import { BatchStepDialog } from './batch-step-dialog.tsx';
import { obstacleOf } from './open-codes.ts';
import type { VoucherTexts } from './voucher-en.ts';
import {
  batchQuery,
  readCodesFile,
  type VoucherBatch,
  type VoucherCode,
  voucherCodesQuery,
} from './voucher-queries.ts';
import { BatchStatus, contentsOf } from './voucher-state.tsx';
import { useVoucherTexts } from './voucher-texts.ts';

const route = getRouteApi('/frame/vouchers/$batchId');

/** One batch: what its codes grant, which were redeemed, and taking it back. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const { vouchers } = useTexts();
  const texts = useVoucherTexts();
  const [isStepping, setIsStepping] = useState(false);
  const mayChange = mayDo(useSession(), 'vouchers:write');
  return (
    <Loaded query={useQuery(batchQuery(batchId))} title={vouchers.label}>
      {(batch) => (
        <Page
          title={batch.name}
          aside={
            <>
              <BatchStatus status={batch.status} />
              {mayChange ? (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    setIsStepping(true);
                  }}
                >
                  {batch.status === 'Revoked' ? texts.restore : texts.takeBack}
                </Button>
              ) : null}
            </>
          }
        >
          <Section title={texts.facts}>
            <BatchFacts batch={batch} />
          </Section>
          <Codes batch={batch} />
          {isStepping ? (
            <BatchStepDialog
              batch={batch}
              onClose={() => {
                setIsStepping(false);
              }}
            />
          ) : null}
        </Page>
      )}
    </Loaded>
  );
}

function BatchFacts({ batch }: { readonly batch: VoucherBatch }) {
  const texts = useVoucherTexts();
  const {
    description,
    quantity,
    redeemed = 0,
    expiresAt,
    createdAt,
    status,
    revokesLicenses,
    isFree,
  } = batch;
  return (
    <Facts
      rows={[
        { name: texts.contents, value: contentsOf(batch) },
        { name: texts.redeemed, value: texts.redeemedOf(redeemed, quantity) },
        { name: texts.expires, value: expiresAt === undefined ? texts.never : <Moment at={expiresAt} /> },
        { name: texts.paid, value: isFree === true ? texts.given : undefined },
        { name: texts.note, value: description },
        {
          name: texts.licenses,
          value:
            status === 'Revoked' ? (revokesLicenses ? texts.licensesRevoked : texts.licensesKept) : undefined,
        },
        { name: texts.created, value: <Moment at={createdAt} /> },
      ]}
    />
  );
}

function Codes({ batch }: { readonly batch: VoucherBatch }) {
  const { id, status, generated, quantity } = batch;
  const texts = useVoucherTexts();
  const query = useInfiniteQuery({ ...voucherCodesQuery(id), enabled: status !== 'Generating' });
  const columns = columnsOf(texts, mayDo(useSession(), 'customers:read'));
  const [now] = useState(Date.now);
  return (
    <Section
      title={texts.codes}
      aside={
        <div className={classes.actions}>
          {obstacleOf(batch, now) === undefined ? (
            <Link to="/vouchers/$batchId/print" params={{ batchId: id }} className={links.link ?? ''}>
              {texts.print}
            </Link>
          ) : null}
          <CodesFile name={`vouchers-${id}`} load={() => readCodesFile(id)} />
        </div>
      }
    >
      {status === 'Generating' ? (
        <>
          <progress max={quantity} value={generated} aria-label={texts.generating} />
          <Text size="sm" component="output">
            {texts.generated(generated, quantity)}
          </Text>
        </>
      ) : (
        <DataList
          name="voucher-codes"
          label={texts.codes}
          columns={columns}
          query={query}
          total={quantity}
          keyOf={(code) => code.id}
          empty={{ title: texts.noCodes, text: texts.noCodesText, guide: 'dashboard-vouchers.md' }}
        />
      )}
    </Section>
  );
}

function columnsOf(texts: VoucherTexts, linksCustomers: boolean): readonly Column<VoucherCode>[] {
  return [
    { id: 'code', label: texts.code, show: ({ code }) => code },
    {
      id: 'status',
      label: texts.status,
      show: ({ redeemed }) => (
        <Status tone={redeemed ? 'off' : 'good'}>{redeemed ? texts.isRedeemed : texts.isOpen}</Status>
      ),
    },
    {
      id: 'by',
      label: texts.redeemedBy,
      show: ({ redeemedBy }) =>
        redeemedBy === undefined ? null : linksCustomers ? (
          <Link to="/customers/$customerId" params={{ customerId: redeemedBy }} className={links.link ?? ''}>
            {texts.customer}
          </Link>
        ) : (
          redeemedBy
        ),
    },
    {
      id: 'at',
      label: texts.redeemedAt,
      show: ({ redeemedAt }) => (redeemedAt === undefined ? null : <Moment at={redeemedAt} />),
    },
  ];
}
