import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { DeviceList } from '../devices/device-list.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { LicenseStatus } from '../parts/states.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { LicenseActions } from './license-actions.tsx';
import { devicesQuery, licenseQuery } from './license-queries.ts';

type License = components['schemas']['License'];

const route = getRouteApi('/frame/licenses/$licenseId');

/** One license, with the devices that use it. */
export function LicensePage() {
  const { licenseId } = route.useParams();
  const { licenses } = useTexts();
  return (
    <Loaded query={useQuery(licenseQuery(licenseId))} title={licenses.label}>
      {(license) => (
        <Page
          title={license.productId}
          aside={
            <>
              <LicenseStatus status={license.status} />
              <LicenseActions license={license} />
            </>
          }
        >
          <Section title={licenses.facts} aside={<AuditLink kind="license" id={license.id} />}>
            <LicenseFacts license={license} />
          </Section>
          <Section title={licenses.devices}>
            <Devices licenseId={license.id} />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}

function LicenseFacts({ license }: { readonly license: License }) {
  const { licenses, customers } = useTexts();
  const session = useSession();
  const { ownerId, orderId, expiresAt, updatesUntil } = license;
  return (
    <Facts
      rows={[
        { name: licenses.key, value: license.keyCode },
        { name: licenses.owner, value: <CustomerLink customerId={ownerId} /> },
        {
          name: licenses.order,
          value:
            orderId === undefined || !mayDo(session, 'orders:read') ? (
              orderId
            ) : (
              <Link to="/orders/$orderId" params={{ orderId }} className={links.link ?? ''}>
                {orderId}
              </Link>
            ),
        },
        {
          name: licenses.seats,
          value: licenses.seatsOf(license.activeNumberOfActivations, license.maxNumberOfActivations),
        },
        { name: licenses.created, value: <Moment at={license.createdAt} /> },
        {
          name: licenses.expires,
          value: expiresAt === undefined ? licenses.never : <Moment at={expiresAt} />,
        },
        {
          name: licenses.updatesUntil,
          value: updatesUntil === undefined ? undefined : <Moment at={updatesUntil} />,
        },
        { name: licenses.offline, value: license.offlineActivationsAllowed ? customers.yes : customers.no },
        { name: licenses.id, value: license.id },
      ]}
    />
  );
}

function Devices({ licenseId }: { readonly licenseId: string }) {
  const { licenses, list } = useTexts();
  const query = useQuery(devicesQuery(licenseId));
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : licenses.noDevices}
      </Text>
    );
  }
  return <DeviceList devices={data.items} />;
}
