import { Text } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useAccountTexts } from './account-texts.ts';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './account.module.css';
import { AccountTabs } from './account-tabs.tsx';
import { NamePage } from './page-title.ts';
import { SignedInArea } from './signed-in-area.tsx';

interface AccountPageProps {
  readonly title: string;
  readonly purpose?: ComponentProps<typeof SiteFrame>['purpose'];
  readonly children: ReactNode;
}

/** A page for the signed-in customer; others sign in right there. */
export function AccountPage({ title, purpose, children }: AccountPageProps) {
  const { session } = useAccountTexts();
  const isSignedIn = useSession().signedIn !== undefined;
  const [name, setName] = useState<string>();
  return (
    <SiteFrame
      title={isSignedIn ? (name ?? title) : session.signIn}
      width={isSignedIn ? 'wide' : 'narrow'}
      purpose={purpose}
    >
      {isSignedIn ? <AccountTabs /> : null}
      <NamePage value={setName}>
        <SignedInArea>{children}</SignedInArea>
      </NamePage>
    </SiteFrame>
  );
}

/** The heading of a page of the account. */
export function PageLead({ title }: { readonly title: string }) {
  return (
    <div className={classes.lead}>
      <PageHeading>{title}</PageHeading>
    </div>
  );
}

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The title is the heading of the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** An empty state: a sentence, and the next step. */
export function Empty({ icon, title, text, isPage = false, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.mark}>{icon}</span>
      <div>
        {isPage ? <PageHeading takesFocus>{title}</PageHeading> : <Text fw={600}>{title}</Text>}
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </div>
  );
}
