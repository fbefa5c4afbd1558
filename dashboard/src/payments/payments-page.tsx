import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../parts/empty-state.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CheckList } from './check-list.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import classes from './payments-page.module.css';
import { type PaymentConnection, paymentConnectionQuery } from './payment-queries.ts';
import { usePaymentTexts } from './payment-texts.ts';

/** The connection with the payment provider: what works, what is missing, and how to change it. */
export function PaymentsPage() {
  const { payments } = useTexts();
  const texts = usePaymentTexts();
  const query = useQuery(paymentConnectionQuery);
  const [task, setTask] = useState<'connect' | 'disconnect'>();
  const mayChange = mayDo(useSession(), 'settings:payments');
  const start = (kind: 'connect' | 'disconnect', label: string) =>
    mayChange ? (
      <Button
        size="xs"
        variant={kind === 'connect' ? 'filled' : 'default'}
        onClick={() => {
          setTask(kind);
        }}
      >
        {label}
      </Button>
    ) : null;
  const close = () => {
    setTask(undefined);
  };
  return (
    <Loaded query={query} title={payments.label}>
      {(connection) => (
        <Page title={payments.label}>
          {connection.isConnected ? (
            <>
              <Section
                title={texts.connection}
                aside={
                  <div className={classes.actions}>
                    {start('connect', texts.change)}
                    {start('disconnect', texts.disconnect)}
                  </div>
                }
              >
                <ConnectionFacts connection={connection} />
              </Section>
              <CheckList
                checks={connection.checks}
                isChecking={query.isFetching}
                onCheck={() => void query.refetch()}
              />
            </>
          ) : (
            <EmptyState
              title={texts.notConnected}
              text={texts.notConnectedText}
              action={start('connect', texts.connect)}
            />
          )}
          {task === 'connect' ? <ConnectDialog connection={connection} onClose={close} /> : null}
          {task === 'disconnect' ? <DisconnectDialog onClose={close} /> : null}
        </Page>
      )}
    </Loaded>
  );
}

function ConnectionFacts({ connection }: { readonly connection: PaymentConnection }) {
  const texts = usePaymentTexts();
  const { mode, keyHint, formInPage, managedPayments, automaticTax } = connection;
  return (
    <Facts
      rows={[
        {
          name: texts.mode,
          value:
            mode === undefined ? undefined : (
              <Status tone={mode === 'Live' ? 'good' : 'waiting'}>{texts.modes[mode]}</Status>
            ),
        },
        { name: texts.key, value: keyHint === undefined ? undefined : texts.keyHint(keyHint) },
        {
          name: texts.managed,
          value: managedPayments === true ? texts.managedBy.stripe : texts.managedBy.own,
        },
        { name: texts.tax, value: texts.taxModes[automaticTax ?? 'off'] },
        { name: texts.inPage, value: <Text size="sm">{formInPage === true ? texts.yes : texts.no}</Text> },
      ]}
    />
  );
}
