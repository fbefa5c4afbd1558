import { Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, use, useState } from 'react';
import { fetchDocumentFile, type Order, type SaleDocument, type SaleDocuments } from '../api/orders.ts';
import { useOrdersTexts } from './orders-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import classes from './account.module.css';
import { Loading } from './loading.tsx';
import { useAmount } from './order-lines.tsx';
import styles from './orders-page.module.css';
import { isInvoiceOpen } from './refunds.ts';
import { saveFile } from './save-file.ts';

const InvoiceForm = lazy(() =>
  import('./invoice-form.tsx').then((module) => ({ default: module.InvoiceForm })),
);

interface OrderDocumentsProps {
  readonly order: Order;
  /** Undefined until they are loaded. */
  readonly documents: SaleDocuments | undefined;
}

/** Receipt, invoice and credit notes of an order as PDF files; an invoice for a business can be requested. */
export function OrderDocuments({ order, documents }: OrderDocumentsProps) {
  const texts = useOrdersTexts();
  const [issued, setIssued] = useState<SaleDocument>();
  if (documents === undefined) return <Loading heights={[140]} />;
  const { items, providerUrl } = documents;
  const providerInvoice = safeReturnUrl(providerUrl);
  return (
    <Paper component="section" className={classes.card} aria-labelledby="documents-heading">
      <SectionHeading id="documents-heading">{texts.documents}</SectionHeading>
      {items.length === 0 && providerInvoice === undefined ? <Text>{texts.pending}</Text> : null}
      {providerInvoice === undefined ? null : (
        <Button component="a" href={providerInvoice} variant="default">
          {texts.provider}
        </Button>
      )}
      {items.length === 0 ? null : (
        <ul className={styles.documents}>
          {items.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
      <Text component="output" size="sm">
        {issued === undefined ? '' : texts.invoiceDone(issued.number)}
      </Text>
      {isInvoiceOpen(order, documents) ? <InvoiceRequest order={order} onIssued={setIssued} /> : null}
    </Paper>
  );
}

interface InvoiceRequestProps {
  readonly order: Order;
  readonly onIssued: (invoice: SaleDocument) => void;
}

function InvoiceRequest(props: InvoiceRequestProps) {
  const texts = useOrdersTexts();
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      className={classes.fold}
      onToggle={() => {
        setOpened(true);
      }}
    >
      <summary>{texts.invoiceOpen}</summary>
      <div className={classes.folded}>
        <Text size="sm">{texts.invoiceText}</Text>
        {wasOpened ? (
          <Suspense fallback={<Loading heights={[320]} />}>
            <InvoiceForm {...props} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}

function DocumentRow({ document }: { readonly document: SaleDocument }) {
  const texts = useOrdersTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const amount = useAmount();
  const { kind, number, issuedAt, total } = document;
  const title = `${texts.kinds[kind]} ${number}`;
  const save = useMutation({
    mutationFn: () => fetchDocumentFile(document),
    onSuccess: (file) => {
      saveFile(file, `${number}.pdf`);
    },
  });
  return (
    <li className={styles.document}>
      <div>
        <Text fw={600} lh="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {`${formatDay(issuedAt, locale)} · `}
          <span className={styles.number}>{amount(total)}</span>
        </Text>
        {save.error === null ? null : (
          <ErrorLine>{failureMessage(save.error, shared.failure).text}</ErrorLine>
        )}
      </div>
      <Button
        variant="default"
        size="sm"
        loading={save.isPending}
        onClick={() => {
          save.mutate();
        }}
      >
        {texts.save}
        <VisuallyHidden>{` (${title})`}</VisuallyHidden>
      </Button>
    </li>
  );
}
