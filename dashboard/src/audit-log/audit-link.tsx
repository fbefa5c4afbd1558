import { Link } from '@tanstack/react-router';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

interface AuditLinkProps {
  /** Of the subject, as the audit log writes it, such as `license`. */
  readonly kind: string;
  readonly id: string;
}

/** The way to the changes of something in the audit log; nothing for a role that may not read it. */
export function AuditLink({ kind, id }: AuditLinkProps) {
  const { auditLog } = useTexts();
  if (!mayDo(useSession(), 'audit:read')) return null;
  return (
    <Link to="/audit-log" search={{ subject: `${kind}/${id}` }} className={links.link ?? ''}>
      {auditLog.changes}
    </Link>
  );
}
