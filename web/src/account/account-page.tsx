import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useAccountTexts } from './account-texts.ts';
import { BackIcon } from '../page/icons.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './account.module.css';
import { NamePage } from './page-title.ts';
import { SignedInArea } from './signed-in-area.tsx';

interface AccountPageProps {
  readonly title: string;
  readonly width?: 'wide' | 'narrow';
  readonly purpose?: ComponentProps<typeof SiteFrame>['purpose'];
  readonly children: ReactNode;
}

/** A page for the signed-in customer; others sign in right there. */
export function AccountPage({ title, width = 'wide', purpose, children }: AccountPageProps) {
  const { session } = useAccountTexts();
  const isSignedIn = useSession().signedIn !== undefined;
  const [name, setName] = useState<string>();
  return (
    <SiteFrame
      title={isSignedIn ? (name ?? title) : session.signIn}
      width={isSignedIn ? width : 'narrow'}
      purpose={purpose}
    >
      <NamePage value={setName}>
        <SignedInArea>{children}</SignedInArea>
      </NamePage>
    </SiteFrame>
  );
}

interface PageLeadProps {
  readonly title: string;
  /** The page above this one. */
  readonly back?: { readonly to: '/account' | '/account/orders'; readonly label: string };
  readonly children?: ReactNode;
}

/** The heading of a page, and the way back. */
export function PageLead({ title, back, children }: PageLeadProps) {
  return (
    <div className={classes.lead}>
      {back === undefined ? null : (
        <Anchor
          underline="hover"
          className={classes.back}
          renderRoot={(props) => <Link to={back.to} {...props} />}
        >
          <BackIcon size={18} />
          {back.label}
        </Anchor>
      )}
      <PageHeading>{title}</PageHeading>
      {children}
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
