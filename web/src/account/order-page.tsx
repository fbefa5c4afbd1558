import { Anchor, Box, Button, Paper, Stack, Text } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { fetchDocuments, fetchOwnOrder, type Order, type SaleDocuments } from '../api/orders.ts';
import { tabView } from '../api/tab-view.ts';
import { useOrdersTexts } from './orders-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { BackIcon, BrokenLinkIcon, ClockIcon } from '../page/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { AccountPage, Empty } from './account-page.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import classes from './account.module.css';
import { useAccountQuery } from './customer.ts';
import { Loading } from './loading.tsx';
import { usePageName } from './page-title.ts';
import { OrderDocuments } from './order-documents.tsx';
import { OrderLines, OrderTotals, useAmount } from './order-lines.tsx';
import styles from './orders-page.module.css';
import { refundOf } from './refunds.ts';
import { useRecheckWhileOpen } from './use-recheck-while-open.ts';

const route = getRouteApi('/site/account/orders/$orderId');

/** `/account/orders/{id}`: one order with its documents. */
export function OrderPage() {
  const orders = useOrdersTexts();
  const { orderId } = route.useParams();
  return (
    <AccountPage title={orders.title}>
      <OneOrder key={orderId} orderId={orderId} />
    </AccountPage>
  );
}

function OneOrder({ orderId }: { readonly orderId: string }) {
  const texts = useOrdersTexts();
  const order = useAccountQuery(['order', orderId], (signal) => fetchOwnOrder(orderId, signal));
  const documents = useAccountQuery(['documents', orderId], (signal) => fetchDocuments(orderId, signal));
  const { data, error } = order;
  useRecheckWhileOpen(data, () => {
    void order.refetch();
    void documents.refetch();
  });
  return (
    <Stack gap="md">
      <Anchor
        underline="hover"
        className={classes.back}
        renderRoot={(props) => <Link to="/account/orders" {...props} />}
      >
        <BackIcon size={18} />
        {texts.back}
      </Anchor>
      {data === undefined && error === null ? <Loading heights={[64, 240, 160]} /> : null}
      {data === undefined && error !== null ? (
        <Unavailable failure={error} onRetry={() => void order.refetch()} />
      ) : null}
      {data === undefined ? null : (
        <>
          <Head order={data} />
          <State order={data} documents={documents.data} />
          <div className={styles.columns}>
            <Contents order={data} />
            <Documents order={data} query={documents} />
          </div>
        </>
      )}
    </Stack>
  );
}

interface DocumentsProps {
  readonly order: Order;
  readonly query: UseQueryResult<SaleDocuments>;
}

/** The documents of an order; a cancelled one never has any. */
function Documents({ order, query: { data, error, refetch } }: DocumentsProps) {
  if (order.cancelledAt !== undefined) return null;
  if (data === undefined && error !== null) {
    return <FailureState failure={error} onRetry={() => void refetch()} />;
  }
  return <OrderDocuments order={order} documents={data} />;
}

interface UnavailableProps {
  readonly failure: Error;
  readonly onRetry: () => void;
}

function Unavailable({ failure, onRetry }: UnavailableProps) {
  const texts = useOrdersTexts();
  const isUnknown = failure instanceof Refusal && [400, 403, 404].includes(failure.status);
  if (!isUnknown) return <FailureState failure={failure} onRetry={onRetry} />;
  return (
    <Empty icon={<BrokenLinkIcon size={28} />} title={texts.unknown} text={texts.unknownText} isPage>
      <Button renderRoot={(props) => <Link to="/account/orders" {...props} />}>{texts.back}</Button>
    </Empty>
  );
}

function Head({ order }: { readonly order: Order }) {
  const texts = useOrdersTexts();
  const { locale } = use(LanguageOfPage);
  const { completedAt, number } = order;
  const title = completedAt === undefined ? texts.order : texts.of(formatDay(completedAt, locale));
  usePageName(title);
  return (
    <div>
      <PageHeading>{title}</PageHeading>
      {/* One that is not paid has none yet. */}
      {number === undefined ? null : (
        <dl className={styles.facts}>
          <dt>{texts.number}</dt>
          <dd>{number}</dd>
        </dl>
      )}
    </div>
  );
}

interface StateProps {
  readonly order: Order;
  readonly documents: SaleDocuments | undefined;
}

/** The order's special state, if any. */
function State({ order, documents }: StateProps) {
  const texts = useOrdersTexts();
  const amount = useAmount();
  switch (order.status) {
    case 'Open':
      return <Remark title={texts.open} text={texts.openText} />;
    case 'PaymentProcessing':
      return <Remark title={texts.processing} text={texts.processingText} />;
    case 'Paid':
      if (order.cancelledAt !== undefined)
        return (
          <Remark title={texts.cancelled} text={texts.cancelledText}>
            <Box mt="sm">
              <ShopButton>{texts.again}</ShopButton>
            </Box>
          </Remark>
        );
      return <Remark title={texts.paid} text={texts.paidText} />;
    case 'Completed': {
      const refunded = documents === undefined ? 0 : refundOf(documents);
      if (refunded === 0) return null;
      return (
        <Remark
          title={texts.refunded(amount({ currency: order.currency, amount: refunded }))}
          text={texts.refundedText}
        />
      );
    }
  }
}

interface RemarkProps {
  readonly title: string;
  readonly text: string;
  /** What the reader can do. */
  readonly children?: ReactNode;
}

function Remark({ title, text, children }: RemarkProps) {
  return (
    <Note icon={<ClockIcon />} title={title}>
      <Text size="sm">{text}</Text>
      {children}
    </Note>
  );
}

function Contents({ order }: { readonly order: Order }) {
  const texts = useOrdersTexts();
  return (
    <Paper component="section" className={classes.card} aria-labelledby="contents-heading">
      <SectionHeading id="contents-heading">
        {order.status === 'Open' ? texts.openContents : texts.contents}
      </SectionHeading>
      <OrderLines order={order} />
      {order.total === undefined ? null : <OrderTotals order={order} total={order.total} />}
      {order.number === undefined || order.status !== 'Completed' || tabView !== undefined ? null : (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/withdraw" search={{ order: order.number }} {...props} />}
        >
          {texts.withdraw}
        </Anchor>
      )}
    </Paper>
  );
}
