import { Link } from '@tanstack/react-router';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import type { AuditTexts } from './audit-en.ts';
import { useAuditTexts } from './audit-texts.ts';

/** Where each kind of subject is shown: the path before its id, or the page of all of them, and the scope that it needs. */
const PAGES: Readonly<
  Record<string, { readonly path: string; readonly isList?: true; readonly scope: string }>
> = {
  bundle: { path: '/bundles', scope: 'products:read' },
  coupon: { path: '/coupons', scope: 'coupons:read' },
  customer: { path: '/customers', scope: 'customers:read' },
  discount: { path: '/discounts', isList: true, scope: 'products:read' },
  job: { path: '/jobs', isList: true, scope: 'jobs:read' },
  license: { path: '/licenses', scope: 'licenses:read' },
  offer: { path: '/offers', isList: true, scope: 'products:read' },
  operator: { path: '/team', isList: true, scope: 'operators:read' },
  order: { path: '/orders', scope: 'orders:read' },
  product: { path: '/products', scope: 'products:read' },
  promotion: { path: '/promotions', isList: true, scope: 'products:read' },
  subscription: { path: '/subscriptions', scope: 'subscriptions:read' },
  voucherBatch: { path: '/vouchers', scope: 'vouchers:read' },
  webhook: { path: '/webhooks', scope: 'webhooks:read' },
};

const SHORT = 3;

interface AuditSubjectsProps {
  /** As `kind/id`. */
  readonly subjects: readonly string[];
  /** Absent: the first three, and how many more there are. */
  readonly isWhole?: boolean;
}

/** What an event is about, with the way to the page of each subject that has one. */
export function AuditSubjects({ subjects, isWhole = false }: AuditSubjectsProps) {
  const texts = useAuditTexts();
  const visible = isWhole ? subjects : subjects.slice(0, SHORT);
  const rest = subjects.length - visible.length;
  return (
    <span>
      {visible.map((subject, index) => (
        <span key={subject}>
          {index === 0 ? null : ', '}
          <Subject subject={subject} texts={texts} />
        </span>
      ))}
      {rest === 0 ? null : ` +${rest}`}
    </span>
  );
}

function Subject({ subject, texts }: { readonly subject: string; readonly texts: AuditTexts }) {
  const session = useSession();
  const slash = subject.indexOf('/');
  const [kind, id] = [subject.slice(0, slash), subject.slice(slash + 1)];
  const label = `${texts.subjectKinds[kind] ?? kind} ${shortId(id)}`;
  const page = PAGES[kind];
  if (page === undefined || !mayDo(session, page.scope)) return <span title={id}>{label}</span>;
  const to = page.isList === true ? page.path : `${page.path}/${encodeURIComponent(id)}`;
  return (
    <Link to={to} title={id} className={links.link ?? ''}>
      {label}
    </Link>
  );
}

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The end of a GUID, which differs more than its beginning; anything else unchanged. */
function shortId(id: string): string {
  return GUID.test(id) ? `…${id.slice(-6)}` : id;
}
