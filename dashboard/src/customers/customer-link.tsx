import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { customerQuery } from './customer-queries.ts';

/** A customer by name, and the way to their page where the role includes it; otherwise by id. */
export function CustomerLink({ customerId }: { readonly customerId: string }) {
  const mayRead = mayDo(useSession(), 'customers:read');
  const { data } = useQuery({ ...customerQuery(customerId), enabled: mayRead });
  if (!mayRead) return customerId;
  return (
    <Link to="/customers/$customerId" params={{ customerId }} className={links.link ?? ''}>
      {data?.name ?? data?.email ?? customerId}
    </Link>
  );
}
