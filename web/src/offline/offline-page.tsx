import { Paper, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { AccountRow, SessionEnded } from '../identity/account-row.tsx';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useSession } from '../identity/use-session.ts';
import { useDeviceTexts } from '../devices/device-texts.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { FilePanel } from './file-panel.tsx';
import classes from './offline-page.module.css';

/** The page where a device without a connection is activated with a file: `/activate`. */
export function OfflinePage() {
  const vendor = useQuery(vendorQuery);
  const { offline } = useDeviceTexts();
  if (vendor.data !== undefined) return <OfflineActivation vendor={vendor.data} />;
  if (vendor.error === null) return <LoadingPage title={offline.loading} width="narrow" />;
  return <FailurePage failure={vendor.error} onRetry={() => void vendor.refetch()} />;
}

function OfflineActivation({ vendor }: { readonly vendor: Vendor }) {
  const { offline: texts } = useDeviceTexts();
  useDocumentTitle(texts.titleOf(texts.title, vendor.name));
  const { signedIn, wasEnded } = useSession();
  const [arrivedAs] = useState(signedIn?.id);
  const takesFocus = signedIn?.id !== arrivedAs;
  return (
    <PageFrame owner={vendor} width="narrow">
      <Paper className={classes.card}>
        <div>
          <PageHeading>{texts.title}</PageHeading>
          {signedIn === undefined ? <Text mt={4}>{texts.text}</Text> : null}
        </div>
        {signedIn === undefined ? (
          <Stack gap="lg">
            {wasEnded ? <SessionEnded /> : null}
            <IdentityPanel
              vendorName={vendor.name}
              start="SignIn"
              reasons={{ signIn: texts.signIn, signUp: texts.signUp }}
              takesFocus={takesFocus && !wasEnded}
              onSignedIn={browserSession.begin}
            />
          </Stack>
        ) : (
          <Stack gap="lg">
            <AccountRow customer={signedIn} onSignOut={browserSession.end} />
            <FilePanel key={signedIn.id} vendor={vendor} takesFocus={takesFocus} intro={texts.text} />
          </Stack>
        )}
      </Paper>
    </PageFrame>
  );
}
