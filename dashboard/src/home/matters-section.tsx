import { Skeleton, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useHomeTexts } from './home-texts.ts';
import { matterQueries } from './matters.ts';

/** What waits for somebody, with a link to where it is dealt with. */
export function MattersSection() {
  const { list } = useTexts();
  const texts = useHomeTexts();
  const session = useSession();
  const results = useQueries({ queries: matterQueries((scope) => mayDo(session, scope)) });
  const open = results.flatMap(({ data }) => (data === undefined || data.count === 0 ? [] : [data]));
  const isLoading = results.some(({ isPending }) => isPending);
  const hasFailed = results.some(({ error }) => error !== null);
  return (
    <Section title={texts.matters}>
      {open.length > 0 ? (
        <ul className={classes.rows}>
          {open.map(({ kind, count, isAll, to, detail }) => (
            <li key={kind} className={classes.row}>
              <Link to={to} className={classes.link ?? ''}>
                {texts.kinds[kind]}
                {detail === undefined ? null : (
                  <Text size="sm" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Link>
              <span className={classes.amount}>{texts.count(count, isAll)}</span>
            </li>
          ))}
        </ul>
      ) : isLoading ? (
        <output aria-label={list.loading}>
          <Skeleton height={32} />
        </output>
      ) : hasFailed ? null : (
        <Text size="sm" c="dimmed">
          {texts.noMatters}
        </Text>
      )}
      {hasFailed ? (
        <Text size="sm" c="dimmed">
          {texts.unknown}
        </Text>
      ) : null}
    </Section>
  );
}
