import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { ResetDialog } from '../trials/reset-dialog.tsx';
import type { Trial } from '../trials/trial-queries.ts';
import { TrialStatus } from '../trials/trial-status.tsx';
import { useTrialTexts } from '../trials/trial-texts.ts';
import { trialsQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

/** The newest trials of a customer; each can be started again. */
export function CustomerTrials({ customerId }: { readonly customerId: string }) {
  const texts = useCustomerTexts();
  const { reset, resetOf, isReset } = useTrialTexts();
  const mayReset = mayDo(useSession(), 'trials:write');
  const [trial, setTrial] = useState<Trial>();
  return (
    <Section title={texts.trials}>
      <ShortList query={useQuery(trialsQuery(customerId))} empty={texts.noTrials}>
        {(each) => (
          <li key={each.id} className={classes.row}>
            <span className={classes.text}>
              {each.productId} · {each.deviceName}
            </span>
            <TrialStatus status={each.status} />
            <Moment at={each.expiresAt} />
            {each.resetAt === undefined ? (
              mayReset && (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={resetOf(each.productId, each.deviceName)}
                  onClick={() => {
                    setTrial(each);
                  }}
                >
                  {reset}
                </Button>
              )
            ) : (
              <span>{isReset}</span>
            )}
          </li>
        )}
      </ShortList>
      {trial === undefined ? null : (
        <ResetDialog
          trial={trial}
          onClose={() => {
            setTrial(undefined);
          }}
        />
      )}
    </Section>
  );
}
