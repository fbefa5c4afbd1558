import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { vendorQuery } from '../api/vendor-query.ts';

/** Where to ask the vendor, beside a sentence that says so; nothing if they have named no address. */
export function VendorAddress() {
  const { data: vendor } = useQuery(vendorQuery);
  if (vendor?.email === undefined) return null;
  return (
    <Anchor
      href={`mailto:${encodeURIComponent(vendor.email).replaceAll('%40', '@')}`}
      inherit
      underline="always"
    >
      {vendor.email}
    </Anchor>
  );
}
