import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useDetailsTexts } from './details-texts.ts';
import classes from './account.module.css';
import { AccountPage, PageLead } from './account-page.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { DeleteAccount, DeletedPage } from './delete-account.tsx';
import { AddressSection } from './details-address.tsx';
import { DataSection } from './details-data.tsx';
import { DetailsGroup } from './details-section.tsx';
import { IdentitySection } from './details-identity.tsx';
import { MailSection } from './details-mails.tsx';
import { PasswordSection } from './details-password.tsx';
import { SessionsSection } from './details-sessions.tsx';
import { Loading } from './loading.tsx';
import { useProfile } from './queries.ts';

/** `/account/details`: the customer's profile, mail preferences and sessions. */
export function DetailsPage() {
  const details = useDetailsTexts();
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <DeletedPage />;
  return (
    <AccountPage title={details.title}>
      <Details
        onDeleted={() => {
          setDeleted(true);
        }}
      />
    </AccountPage>
  );
}

function Details({ onDeleted }: { readonly onDeleted: () => void }) {
  const texts = useDetailsTexts();
  const { data: profile, error, refetch } = useProfile();
  return (
    <Stack gap="md">
      <PageLead title={texts.title} />
      {profile === undefined && error === null ? <Loading heights={[440, 220, 360]} /> : null}
      {profile === undefined && error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : null}
      {profile === undefined ? null : (
        <div className={classes.details}>
          <Stack gap="md">
            <DetailsGroup>
              <IdentitySection profile={profile} />
              <AddressSection profile={profile} />
            </DetailsGroup>
            <DetailsGroup>
              <MailSection profile={profile} />
            </DetailsGroup>
          </Stack>
          <Stack gap="md">
            <DetailsGroup>
              <PasswordSection />
              <SessionsSection />
            </DetailsGroup>
            <DetailsGroup>
              <DataSection />
              <DeleteAccount onDeleted={onDeleted} />
            </DetailsGroup>
          </Stack>
        </div>
      )}
    </Stack>
  );
}
