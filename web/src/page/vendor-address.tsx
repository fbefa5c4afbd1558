import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { useSiteTexts } from './site-texts.ts';

/**
 * Where to ask the vendor, beside a sentence that says so: their address, else their imprint, which names one; nothing
 * if they have stated neither.
 */
export function VendorAddress() {
  const { data } = useQuery(vendorQuery);
  const { email, links }: Partial<Vendor> = data ?? {};
  const { imprint } = useSiteTexts();
  const imprintUrl = safeLinkUrl(links?.imprint);
  if (email !== undefined) {
    const href = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
    return (
      <Anchor href={href} inherit underline="always">
        {email}
      </Anchor>
    );
  }
  if (imprintUrl === undefined) return null;
  return (
    <Anchor href={imprintUrl} target="_blank" inherit underline="always">
      {imprint}
    </Anchor>
  );
}
