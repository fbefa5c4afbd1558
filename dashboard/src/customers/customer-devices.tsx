import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Devices } from '../devices/devices.tsx';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { useTexts } from '../texts/dashboard-texts.ts';
import { devicesOfCustomerQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

/** The devices that have a seat of a customer's licenses, each with the way to its license; each can be released. */
export function CustomerDevices({ customerId }: { readonly customerId: string }) {
  const { licenses } = useTexts();
  const texts = useCustomerTexts();
  return (
    <Section title={licenses.devices}>
      <Devices
        query={useQuery(devicesOfCustomerQuery(customerId))}
        none={texts.noDevices}
        more={texts.moreDevices}
        placeOf={linkToLicense}
      />
    </Section>
  );
}

function linkToLicense({ licenseId, productId }: components['schemas']['CustomerDevice']) {
  return (
    <Link to="/licenses/$licenseId" params={{ licenseId }} className={links.link ?? ''}>
      {productId}
    </Link>
  );
}
