import { Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { answer, api } from '../api/client.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import own from './standard-rates-section.module.css';
import { type StandardRates, standardRatesQuery } from './tax-queries.ts';
import { useTaxTexts } from './tax-texts.ts';
import { useRateFormats } from './use-rate-formats.ts';

/** The rates of the table where the vendor collects, and whether somebody has to check them. */
export function StandardRatesSection() {
  const { list } = useTexts();
  const texts = useTaxTexts();
  const query = useQuery(standardRatesQuery);
  return (
    <Section title={texts.standard}>
      {query.data !== undefined ? (
        <Rates standard={query.data} />
      ) : query.error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={64} />
        </output>
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

function Rates({ standard: { rates, checkedOn, isOutdated } }: { readonly standard: StandardRates }) {
  const texts = useTaxTexts();
  const { dayText, place } = useRateFormats();
  const mayChange = mayDo(useSession(), 'settings:write');
  const day = dayText(checkedOn);
  return (
    <>
      <Text size="sm" {...(isOutdated ? { fw: 600 } : { c: 'dimmed' })}>
        {isOutdated ? texts.outdated(day) : texts.standardText(day)}
      </Text>
      {isOutdated && mayChange ? <CheckButton /> : null}
      {rates.length === 0 ? (
        <Text size="sm">{texts.standardNone}</Text>
      ) : (
        <details open={isOutdated}>
          <summary>{texts.standardCount(rates.length)}</summary>
          <ul className={classes.rows}>
            {rates
              .toSorted((one, other) => place(one).localeCompare(place(other)))
              .map((rate) => (
                <RateRow key={`${rate.country}/${rate.region ?? ''}`} rate={rate} />
              ))}
          </ul>
        </details>
      )}
    </>
  );
}

function RateRow({ rate }: { readonly rate: StandardRates['rates'][number] }) {
  const texts = useTaxTexts();
  const { dayText, percent, place } = useRateFormats();
  const { firstDay, isReplaced, next } = rate;
  return (
    <li className={classes.row}>
      <span className={classes.text}>{place(rate)}</span>
      {isReplaced ? <Status tone="off">{texts.replaced}</Status> : null}
      {next === undefined ? null : <span>{texts.next(percent(next.rate), dayText(next.firstDay))}</span>}
      <span className={own.since}>{texts.since(dayText(firstDay))}</span>
      <span className={own.rate}>{percent(rate.rate)}</span>
    </li>
  );
}

/** Says that the reader has compared the table with the rates of today. */
function CheckButton() {
  const texts = useTaxTexts();
  const queryClient = useQueryClient();
  const check = async () => {
    const body = { tax: { ratesCheckedOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) } };
    await answer(api.PATCH('/api/settings', { body }));
    await queryClient.invalidateQueries();
  };
  return (
    <div className={own.check}>
      <ActionButton label={texts.check} run={check} />
    </div>
  );
}
