import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { Timeline } from '../audit-log/timeline.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { Devices } from '../devices/devices.tsx';
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
import { devicesQuery, licenseQuery, licenseTimelineQuery } from './license-queries.ts';

type License = components['schemas']['License'];

const route = getRouteApi('/frame/licenses/$licenseId');

/** One license, with the devices that use it, and what happened to it. */
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
            <LicenseDevices licenseId={license.id} />
          </Section>
          <Section title={licenses.timeline}>
            <LicenseTimeline licenseId={license.id} />
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

function LicenseDevices({ licenseId }: { readonly licenseId: string }) {
  const { licenses } = useTexts();
  return <Devices query={useQuery(devicesQuery(licenseId))} none={licenses.noDevices} />;
}

function LicenseTimeline({ licenseId }: { readonly licenseId: string }) {
  const { licenses } = useTexts();
  return <Timeline query={useQuery(licenseTimelineQuery(licenseId))} empty={licenses.noEvents} />;
}
