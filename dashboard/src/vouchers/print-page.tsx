import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import links from '../parts/text-link.module.css';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { obstacleOf, partsOf } from './open-codes.ts';
import classes from './print-page.module.css';
import { PRINT_LANGUAGES, printLanguageOf } from './print-texts.ts';
import { VoucherCards } from './voucher-cards.tsx';
import { batchQuery, openCodesQuery, type VoucherBatch } from './voucher-queries.ts';
import { useVoucherTexts } from './voucher-texts.ts';

const route = getRouteApi('/frame/vouchers/$batchId/print');

/** The codes of a batch that can be redeemed, as cards to print and cut. */
export function PrintPage() {
  const { batchId } = route.useParams();
  const texts = useVoucherTexts();
  const [now] = useState(Date.now);
  return (
    <Loaded query={useQuery(batchQuery(batchId))} title={texts.print}>
      {(batch) => {
        const obstacle = obstacleOf(batch, now);
        return obstacle === undefined ? (
          <Print batch={batch} />
        ) : (
          <Page title={texts.printOf(batch.name)} aside={<BackLink batchId={batchId} />}>
            <EmptyState title={texts.nothingToPrint} text={texts.obstacles[obstacle]} />
          </Page>
        );
      }}
    </Loaded>
  );
}

function BackLink({ batchId }: { readonly batchId: string }) {
  return (
    <Link to="/vouchers/$batchId" params={{ batchId }} className={links.link ?? ''}>
      {useVoucherTexts().backToBatch}
    </Link>
  );
}

function Print({ batch }: { readonly batch: VoucherBatch }) {
  const { list } = useTexts();
  const texts = useVoucherTexts();
  const query = useQuery(openCodesQuery(batch.id));
  const [part, setPart] = useState(0);
  const [language, setLanguage] = useState(printLanguageOf(useSession().account.locale));
  const codes = query.data ?? [];
  const parts = partsOf(codes.length);
  const { first = 1, last = 0 } = parts[part] ?? {};
  return (
    <div className={classes.page}>
      <Page title={texts.printOf(batch.name)} aside={<BackLink batchId={batch.id} />}>
        <div className={classes.tools}>
          {parts.length < 2 ? null : (
            <SelectField
              size="xs"
              label={texts.codes}
              value={String(part)}
              options={parts.map((each, index) => ({
                value: String(index),
                label: texts.partOf(each.first, each.last),
              }))}
              onChange={({ currentTarget }) => {
                setPart(Number(currentTarget.value));
              }}
            />
          )}
          <SelectField
            size="xs"
            label={texts.printLanguage}
            value={language}
            options={PRINT_LANGUAGES.map((value) => ({ value, label: texts.printLanguages[value] }))}
            onChange={({ currentTarget }) => {
              setLanguage(printLanguageOf(currentTarget.value));
            }}
          />
          <Button
            size="xs"
            disabled={codes.length === 0}
            onClick={() => {
              window.print();
            }}
          >
            {texts.print}
          </Button>
        </div>
        <Text size="sm" c="dimmed" className={classes.note ?? ''}>
          {texts.printText}
        </Text>
        {query.data !== undefined ? (
          codes.length === 0 ? (
            <EmptyState title={texts.nothingToPrint} text={texts.obstacles.redeemed} />
          ) : (
            <VoucherCards batch={batch} codes={codes.slice(first - 1, last)} language={language} />
          )
        ) : query.error === null ? (
          <output aria-label={list.loading}>
            <Skeleton height={240} />
          </output>
        ) : (
          <FailureState failure={query.error} onRetry={() => void query.refetch()} />
        )}
      </Page>
    </div>
  );
}
