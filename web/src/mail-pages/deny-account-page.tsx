import { Button } from '@mantine/core';
import { useState } from 'react';
import { isProblem } from '@latchkey/sdk';
import { denyAccount } from '../api/mail-links.ts';
import type { LinkCode } from './link-code.ts';
import { ActionPage, DonePage, ExpiredPage, isExpired, StoppedPage, useAction } from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';
import { SendResetLink } from './password-pages.tsx';

/** `/account/not-me`: removes an account that somebody else made with the reader's address, or keeps it. */
export function DenyAccountPage({ link }: { readonly link: LinkCode }) {
  const { email, code } = link;
  const { denial: texts } = useMailTexts();
  const [isKept, setKept] = useState(false);
  const action = useAction<void, boolean>(() => denyAccount({ email, code }).then(() => true));
  if (isKept) return <DonePage title={texts.kept} text={texts.keptText} />;
  if (action.result === true) return <DonePage title={texts.done} text={texts.doneText(email)} />;
  if (isExpired(action.failure)) return <ExpiredPage text={texts.expired} />;
  if (isProblem(action.failure, 'AccountOwnsPurchases')) {
    return (
      <StoppedPage
        title={texts.owns}
        text={texts.ownsText}
        asksVendor
        actions={<SendResetLink email={email} label={texts.takeOver} />}
      />
    );
  }
  return (
    <ActionPage
      title={texts.title}
      text={texts.text(email)}
      label={texts.label}
      action={action}
      isFinal
      instead={
        <Button
          variant="default"
          size="lg"
          fullWidth
          onClick={() => {
            setKept(true);
          }}
        >
          {texts.keep}
        </Button>
      }
    />
  );
}
