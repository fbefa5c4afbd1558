import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../api/client.ts';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import { Status } from '../parts/status.tsx';
import { settingsQuery } from '../settings/settings-queries.ts';
import { useHomeTexts } from './home-texts.ts';

const STEPS = ['products', 'seller', 'email', 'taxes', 'payments', 'sender', 'legal'] as const;

const PLACES = {
  products: '/products',
  seller: '/settings',
  email: '/settings',
  taxes: '/settings/taxes',
  payments: '/settings/payments',
  sender: '/settings',
  legal: '/settings',
} as const satisfies Readonly<Record<(typeof STEPS)[number], string>>;

/** What a shop needs before its first real order, until it has everything. */
export function Checklist() {
  const texts = useHomeTexts();
  const settings = useQuery(settingsQuery).data;
  const products = useQuery({
    queryKey: ['products', 'any'],
    queryFn: ({ signal }) => answer(api.GET('/api/products', { params: { query: { pageSize: 1 } }, signal })),
  }).data;
  if (settings === undefined || products === undefined) return null;
  const { seller, tax, paymentProvider, mailFrom, links } = settings;
  const done: Readonly<Record<(typeof STEPS)[number], boolean>> = {
    products: products.items.length > 0,
    seller: seller.address.length > 0 && seller.country !== undefined,
    email: seller.email !== undefined,
    taxes: tax.mode !== 'none',
    payments: paymentProvider !== undefined,
    sender: mailFrom !== undefined,
    legal: links.terms !== undefined && links.privacy !== undefined,
  };
  if (STEPS.every((step) => done[step])) return null;
  return (
    <Section title={texts.checklist}>
      <Text size="sm" c="dimmed">
        {texts.checklistText}
      </Text>
      <ul className={classes.rows}>
        {STEPS.map((step) => {
          const { title, text, action } = texts.steps[step];
          return (
            <li key={step} className={classes.row}>
              <Status tone={done[step] ? 'good' : 'waiting'}>
                {done[step] ? texts.isDone : texts.isOpen}
              </Status>
              <span className={classes.text}>
                <strong>{title}</strong>
                {done[step] ? null : ` – ${text}`}
              </span>
              {done[step] ? null : (
                <Link to={PLACES[step]} className={classes.link ?? ''} aria-label={`${action}: ${title}`}>
                  {action}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
