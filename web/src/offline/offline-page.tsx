import { Paper, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { AccountRow } from '../identity/account-row.tsx';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useSession } from '../identity/use-session.ts';
import { FailurePage } from '../ui/failure-page.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { FilePanel } from './file-panel.tsx';
import classes from './offline-page.module.css';

const REASONS = {
  signIn: 'Use the account that owns the license.',
  signUp: 'With an account you can get a license.',
};

/** The page where a device without a connection is activated by file: `/activate`. */
export function OfflinePage() {
  const vendor = useQuery(vendorQuery);
  if (vendor.data !== undefined) return <OfflineActivation vendor={vendor.data} />;
  if (vendor.error === null) return <LoadingPage title="Activation" width="narrow" />;
  return <FailurePage failure={vendor.error} onRetry={() => void vendor.refetch()} />;
}

function OfflineActivation({ vendor }: { readonly vendor: Vendor }) {
  const title = 'Activate a device without internet';
  useDocumentTitle(`${title} – ${vendor.name}`);
  const { signedIn, wasEnded } = useSession();
  const [arrivedAs] = useState(signedIn?.id);
  const takesFocus = signedIn?.id !== arrivedAs;
  return (
    <PageFrame owner={vendor} width="narrow">
      <Paper className={classes.card}>
        <div>
          <PageHeading>{title}</PageHeading>
          <Text mt={4}>
            In the app on that device, save a device file, and bring it here. You get a license file for the
            way back.
          </Text>
        </div>
        {signedIn === undefined ? (
          <Stack gap="lg">
            {wasEnded ? (
              <Notice title="You were signed out">Your session has ended. Sign in again to continue.</Notice>
            ) : null}
            <IdentityPanel
              vendorName={vendor.name}
              start="SignIn"
              reasons={REASONS}
              takesFocus={takesFocus && !wasEnded}
              onSignedIn={browserSession.begin}
            />
          </Stack>
        ) : (
          <Stack gap="lg">
            <AccountRow customer={signedIn} onSignOut={browserSession.end} />
            <FilePanel key={signedIn.id} vendor={vendor} takesFocus={takesFocus} />
          </Stack>
        )}
      </Paper>
    </PageFrame>
  );
}
