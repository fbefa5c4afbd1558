import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';

interface ShopButtonProps {
  /** Default `filled`: the first thing to do on the page. */
  readonly variant?: 'filled' | 'subtle';
  readonly children: string;
}

/** Leads to the shop, as long as there is one. */
export function ShopButton({ variant = 'filled', children }: ShopButtonProps) {
  if (useIsClosed()) return null;
  return (
    <Button variant={variant} renderRoot={(props) => <Link to="/shop" {...props} />}>
      {children}
    </Button>
  );
}

/** Whether the store is closed: nobody can buy or redeem anything there. */
export function useIsClosed(): boolean {
  const { data: vendor } = useQuery(vendorQuery);
  return vendor?.closure !== undefined;
}
