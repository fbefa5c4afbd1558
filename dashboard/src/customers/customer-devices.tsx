import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { DeviceList } from '../devices/device-list.tsx';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { useTexts } from '../texts/dashboard-texts.ts';
import { devicesOfCustomerQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

/** The devices that have a seat of a customer's licenses, each with the way to its license; each can be released. */
export function CustomerDevices({ customerId }: { readonly customerId: string }) {
  const { licenses } = useTexts();
  return (
    <Section title={licenses.devices}>
      <Devices customerId={customerId} />
    </Section>
  );
}

function Devices({ customerId }: { readonly customerId: string }) {
  const { list } = useTexts();
  const texts = useCustomerTexts();
  const query = useQuery(devicesOfCustomerQuery(customerId));
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : texts.noDevices}
      </Text>
    );
  }
  return (
    <>
      <DeviceList devices={data.items} placeOf={linkToLicense} />
      {data.hasMore ? (
        <Text size="sm" c="dimmed">
          {texts.moreDevices(data.items.length)}
        </Text>
      ) : null}
    </>
  );
}

function linkToLicense({ licenseId, productId }: components['schemas']['CustomerDevice']) {
  return (
    <Link to="/licenses/$licenseId" params={{ licenseId }} className={links.link ?? ''}>
      {productId}
    </Link>
  );
}
