import { Skeleton, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { orderQuery } from '../orders/order-queries.ts';
import { Deadline } from '../parts/deadline.tsx';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useHomeTexts } from './home-texts.ts';
import { type Matter, matterQueries } from './matters.ts';
import own from './matters-section.module.css';

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
          {open.map((matter) => (
            <MatterRow key={matter.kind} matter={matter} />
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

/** An order by its number and its buyer, with the way to its page. */
function OrderOf({ orderId }: { readonly orderId: string }) {
  const { orders } = useTexts();
  const { data: order } = useQuery(orderQuery(orderId));
  const buyer = order?.billingDetails?.name ?? order?.billingDetails?.email;
  return (
    <span>
      <Link to="/orders/$orderId" params={{ orderId }} className={links.link ?? ''}>
        {`${orders.number} ${order?.number ?? ''}`.trim()}
      </Link>
      {buyer === undefined ? null : ` · ${buyer}`}
    </span>
  );
}

function MatterRow({ matter }: { readonly matter: Matter }) {
  const { kind, count, isAll, to, search = {}, detail, deadlines = [] } = matter;
  const texts = useHomeTexts();
  const money = useMoney();
  return (
    <li className={classes.row}>
      <div className={own.matter}>
        <Link to={to} search={search} className={classes.link ?? ''}>
          {texts.kinds[kind]}
        </Link>
        {detail === undefined ? null : (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
        {deadlines.length === 0 ? null : (
          <ul className={own.deadlines}>
            {deadlines.map(({ orderId, amount, at }) => (
              <li key={`${orderId} ${at}`}>
                <OrderOf orderId={orderId} />
                <span>
                  {texts.due[kind === 'disputes' ? 'answer' : 'refund']} <Deadline at={at} />
                </span>
                <span className={own.amount}>{money(amount.amount, amount.currency)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className={own.count}>{texts.count(count, isAll)}</span>
    </li>
  );
}
