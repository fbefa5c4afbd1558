import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { type DomainCheck, domainCheckQuery } from './domain-queries.ts';
import classes from './domain-section.module.css';
import { useDomainTexts } from './domain-texts.ts';

const TONES: Readonly<Record<DomainCheck['state'], Tone>> = {
  Fine: 'good',
  Elsewhere: 'waiting',
  Missing: 'bad',
  Unknown: 'off',
};

interface DomainSectionProps {
  readonly domain: string;
  /** Links use the first. */
  readonly isFirst: boolean;
  readonly onRemove: (() => void) | undefined;
}

/** A domain: where it leads, where it should lead, and how to correct it. */
export function DomainSection({ domain, isFirst, onRemove }: DomainSectionProps) {
  const { list } = useTexts();
  const texts = useDomainTexts();
  const { data, error, isFetching, refetch } = useQuery(domainCheckQuery(domain));
  return (
    <Section
      title={domain}
      aside={data === undefined ? null : <Status tone={TONES[data.state]}>{texts.states[data.state]}</Status>}
    >
      {data === undefined && error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={48} />
        </output>
      ) : null}
      {error === null ? null : <ErrorLine>{texts.checkFailed}</ErrorLine>}
      {data === undefined ? null : (
        <>
          <Text size="sm">{texts.stateText[data.state]}</Text>
          {data.state === 'Fine' ? null : <DomainRecord domain={domain} target={data.target} />}
          <Facts rows={[{ name: texts.addresses, value: data.addresses.join(', ') }]} />
          {isFirst && data.state === 'Missing' ? (
            <Text size="sm" fw={600}>
              {texts.isFirstMissing}
            </Text>
          ) : null}
        </>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          loading={isFetching}
          aria-label={texts.checkAgainOf(domain)}
          onClick={() => void refetch()}
        >
          {texts.checkAgain}
        </Button>
        {onRemove === undefined ? null : (
          <Button variant="default" size="compact-sm" aria-label={texts.removeOf(domain)} onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
        {isFirst && data?.state !== 'Missing' ? (
          <Text size="sm" c="dimmed">
            {texts.isFirst}
          </Text>
        ) : null}
      </div>
    </Section>
  );
}

/** What to enter at the provider of the DNS. */
function DomainRecord({ domain, target }: { readonly domain: string; readonly target: string }) {
  const { actions } = useTexts();
  const texts = useDomainTexts();
  return (
    <div className={classes.record}>
      <Facts
        rows={[
          { name: texts.recordType, value: 'CNAME' },
          { name: texts.recordName, value: domain },
          {
            name: texts.recordValue,
            value: (
              <span className={classes.value}>
                {target}
                <CopyButton label={actions.copy} name={texts.copyValueOf(domain)} value={target} />
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
