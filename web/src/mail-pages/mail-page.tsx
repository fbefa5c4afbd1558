import { Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { isProblem } from '@latchkey/sdk';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { identityRefusal } from '../identity/identity-notice.ts';
import { useTexts as useFormTexts } from '../identity/identity-texts.ts';
import { useMailTexts } from './mail-texts.ts';
import { BrokenLinkIcon, ClockIcon } from '../page/icons.tsx';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { MessagePage } from '../page/message-page.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import { VendorAddress } from '../page/vendor-address.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './mail-page.module.css';

/** The vendor of the page; undefined until it is loaded, and if that fails. */
export function useVendor(): Vendor | undefined {
  return useQuery(vendorQuery).data;
}

interface CardPageProps {
  readonly title: string;
  /** The page changed under the reader's hands. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A page with one action. */
export function CardPage({ title, takesFocus = false, children }: CardPageProps) {
  const vendor = useVendor();
  useTitle(title, vendor);
  return (
    <PageFrame owner={vendor} width="narrow">
      <Paper className={classes.card}>
        <Stack gap="md">
          <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
          {children}
        </Stack>
      </Paper>
    </PageFrame>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
  /** The text sends its reader to the vendor. */
  readonly asksVendor?: boolean;
}

interface DoneProps extends Omit<OutcomeProps, 'asksVendor'> {
  /** A failure beside it. */
  readonly note?: string | undefined;
}

/** A success; a button leads to the shop if the vendor has one. */
export function DonePage({ title, text, note, actions }: DoneProps) {
  const vendor = useVendor();
  useTitle(title, vendor);
  return (
    <MessagePage
      owner={vendor}
      icon={<CheckIcon size={28} />}
      tone="good"
      title={title}
      text={text}
      note={note}
      takesFocus
      actions={actions ?? <ShopLink />}
    />
  );
}

/** A button to the shop, if the vendor has one. */
function ShopLink() {
  const vendor = useVendor();
  const { goTo } = useMailTexts();
  if (vendor?.shopUrl === undefined) return null;
  return (
    <Button component="a" href={vendor.shopUrl}>
      {goTo(vendor.name)}
    </Button>
  );
}

/** The code was used, has expired, or was replaced by a newer one. */
export function ExpiredPage(props: Omit<OutcomeProps, 'title'>) {
  const { expired } = useMailTexts();
  return <StoppedPage title={expired} {...props} />;
}

/** The link cannot do what it says, and what to do instead. */
export function StoppedPage({ title, text, actions, asksVendor = false }: OutcomeProps) {
  const vendor = useVendor();
  useTitle(title, vendor);
  return (
    <MessagePage
      owner={vendor}
      icon={<ClockIcon size={28} />}
      title={title}
      text={text}
      address={asksVendor ? <VendorAddress /> : null}
      actions={actions ?? <ShopLink />}
      takesFocus
    />
  );
}

/** The address contains no code: it was cut off, or the page was loaded again. */
export function WrongLinkPage() {
  const vendor = useVendor();
  const { wrong: title, wrongText } = useMailTexts();
  useTitle(title, vendor);
  return (
    <MessagePage
      owner={vendor}
      icon={<BrokenLinkIcon size={28} />}
      title={title}
      text={wrongText}
      actions={<ShopLink />}
    />
  );
}

/** Whether a refusal means that the link is no longer valid. */
export function isExpired(failure: Error | null): boolean {
  return isProblem(failure, 'InvalidCode') || isProblem(failure, 'InvalidLink');
}

export interface Action<Input, Result> {
  readonly run: (input: Input) => void;
  readonly isSending: boolean;
  readonly failure: Error | null;
  readonly result: Result | undefined;
}

/** An action that a button sends: once at a time, again only on the reader's request. */
export function useAction<Input, Result>(send: (input: Input) => Promise<Result>): Action<Input, Result> {
  // A ref, because a second click can come before the button is rendered disabled.
  const isRunning = useRef(false);
  const mutation = useMutation({ mutationFn: send });
  return {
    run: (input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(input, {
        onSettled: () => {
          isRunning.current = false;
        },
      });
    },
    isSending: mutation.isPending,
    failure: mutation.error,
    result: mutation.data,
  };
}

/** The reason why an action failed, if the reader can try again. */
export function FailureNotice({ failure }: { readonly failure: Error | null }) {
  const texts = useFormTexts();
  if (failure === null) return null;
  const { notice } = identityRefusal(failure, [], texts);
  if (notice === undefined) return null;
  return (
    <Notice title={notice.title} takesFocus>
      {notice.messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Notice>
  );
}

interface ActionPageProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly action: Action<void, unknown>;
  readonly takesFocus?: boolean;
  /** It cannot be undone. */
  readonly isFinal?: boolean;
  /** Stands between the text and the button. */
  readonly children?: ReactNode;
  /** Another choice, below the button. */
  readonly instead?: ReactNode;
}

/** A page with one button. Nothing happens before it is pressed: mail scanners open links, too. */
export function ActionPage(props: ActionPageProps) {
  const { title, text, label, action, takesFocus = false, isFinal = false, children, instead } = props;
  const { run, isSending, failure } = action;
  const { sending } = useMailTexts();
  return (
    <CardPage title={title} takesFocus={takesFocus}>
      <Text>{text}</Text>
      {children}
      {isSending ? null : <FailureNotice failure={failure} />}
      <Button
        size="lg"
        fullWidth
        {...(isFinal && { color: 'red.8' })}
        loading={isSending}
        onClick={() => {
          run();
        }}
      >
        {label}
      </Button>
      {instead}
      <VisuallyHidden component="output">{isSending ? sending : ''}</VisuallyHidden>
    </CardPage>
  );
}

function useTitle(title: string, vendor: Vendor | undefined): void {
  const { titleOf } = useMailTexts();
  useDocumentTitle(vendor === undefined ? title : titleOf(title, vendor.name));
}
