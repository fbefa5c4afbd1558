import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Revised } from '../api/revised.ts';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { addressText } from '../form/address-fields.ts';
import { LicenseTable, OrderTable } from '../parts/short-lists.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerDevices } from './customer-devices.tsx';
import { CustomerMails } from './customer-mails.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { customerQuery } from './customer-queries.ts';
import { CustomerSubscriptions, CustomerTimeline, CustomerVouchers } from './customer-sales.tsx';
import { CustomerSessions } from './customer-sessions.tsx';
import { useCustomerTexts } from './customer-texts.ts';
import { CustomerTrials } from './customer-trials.tsx';
import { MergeRequests } from './merge-requests.tsx';

const route = getRouteApi('/frame/customers/$customerId');

/** Everything about one customer: who it is, what they bought, and what they may use. */
export function CustomerPage() {
  const { customerId } = route.useParams();
  const customer = useQuery(customerQuery(customerId));
  const { customers } = useTexts();
  return (
    <Loaded query={customer} title={customers.label}>
      {(data) => <CustomerView customer={data} />}
    </Loaded>
  );
}

const TIMELINE_SCOPES = [
  'orders:read',
  'licenses:read',
  'subscriptions:read',
  'trials:read',
  'vouchers:read',
];

function CustomerView({ customer }: { readonly customer: Revised<components['schemas']['Customer']> }) {
  const { customers } = useTexts();
  const session = useSession();
  const texts = useCustomerTexts();
  const { id, name, email, isDeleted, mergedInto } = customer;
  const ordersOf = { customerId: id };
  const licensesOf = { ownerId: id };
  return (
    <Page
      title={name ?? email}
      aside={
        <>
          <Status tone={isDeleted ? 'off' : 'good'}>
            {isDeleted ? customers.statuses.Deleted : customers.statuses.Active}
          </Status>
          <CustomerActions customer={customer} />
        </>
      }
    >
      <Section title={customers.facts} aside={<AuditLink kind="customer" id={id} />}>
        {mergedInto === undefined ? null : (
          <Link to="/customers/$customerId" params={{ customerId: mergedInto }} className={links.link ?? ''}>
            {texts.mergedInto}
          </Link>
        )}
        <CustomerFacts customer={customer} />
      </Section>
      <MergeRequests customerId={id} />
      {isDeleted ? null : <CustomerNotes customerId={id} />}
      {mayDo(session, 'orders:read') ? (
        <Section
          title={customers.orders}
          aside={
            <Link to="/orders" search={ordersOf} className={links.link ?? ''}>
              {customers.allOrders}
            </Link>
          }
        >
          <OrderTable filters={ordersOf} empty={customers.noOrders} />
        </Section>
      ) : null}
      {mayDo(session, 'licenses:read') ? (
        <Section
          title={customers.licenses}
          aside={
            <Link to="/licenses" search={licensesOf} className={links.link ?? ''}>
              {customers.allLicenses}
            </Link>
          }
        >
          <LicenseTable filters={licensesOf} empty={customers.noLicenses} />
        </Section>
      ) : null}
      {mayDo(session, 'licenses:read') ? <CustomerDevices customerId={id} /> : null}
      {mayDo(session, 'subscriptions:read') ? <CustomerSubscriptions customerId={id} /> : null}
      {mayDo(session, 'trials:read') ? <CustomerTrials customerId={id} /> : null}
      {mayDo(session, 'vouchers:read') ? <CustomerVouchers customerId={id} /> : null}
      <CustomerMails customer={customer} />
      {isDeleted ? null : <CustomerSessions customerId={id} />}
      {TIMELINE_SCOPES.every((scope) => mayDo(session, scope)) ? <CustomerTimeline customerId={id} /> : null}
    </Page>
  );
}

function CustomerFacts({ customer }: { readonly customer: components['schemas']['Customer'] }) {
  const { customers } = useTexts();
  const { email, emailConfirmed, hasPassword, address, communicationPreferences } = customer;
  return (
    <Facts
      rows={[
        {
          name: customers.email,
          value: (
            <>
              {email}
              <br />
              <Status tone={emailConfirmed ? 'good' : 'waiting'}>
                {emailConfirmed ? customers.confirmed : customers.unconfirmed}
              </Status>
            </>
          ),
        },
        { name: customers.since, value: <Moment at={customer.createdAt} /> },
        { name: customers.company, value: customer.businessName },
        { name: customers.taxId, value: customer.taxId },
        { name: customers.phone, value: customer.phone },
        { name: customers.address, value: address && addressText(address) },
        {
          name: customers.newsletter,
          value: communicationPreferences.newsletterOptIn ? customers.yes : customers.no,
        },
        { name: customers.externalId, value: customer.externalId },
        { name: customers.products, value: customer.ownedProducts.join(', ') },
        { name: customers.access, value: hasPassword ? customers.hasPassword : customers.noPassword },
      ]}
    />
  );
}
