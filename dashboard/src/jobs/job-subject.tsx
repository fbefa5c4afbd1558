import { Link } from '@tanstack/react-router';
import links from '../parts/text-link.module.css';
import type { FailedJob } from './job-queries.ts';
import { useJobTexts } from './job-texts.ts';

const PATHS = {
  Order: '/orders',
  Customer: '/customers',
  Subscription: '/subscriptions',
  VoucherBatch: '/vouchers',
  Product: '/products',
} as const;

/** What a job is about, and the way there: an order, the customer who gets a mail. */
export function JobSubject({ job: { subject } }: { readonly job: FailedJob }) {
  const texts = useJobTexts();
  if (subject === undefined) return null;
  const { kind, id, name } = subject;
  const label = name === undefined ? texts.subjects[kind] : kind === 'Order' ? texts.orderOf(name) : name;
  if (id === undefined) return label;
  const address: string = `${PATHS[kind]}/${encodeURIComponent(id)}`;
  return (
    <Link to={address} className={links.link ?? ''}>
      {label}
    </Link>
  );
}
