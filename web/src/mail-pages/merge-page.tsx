import { isProblem } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { agreeToMerge, declineMerge } from '../api/mail-links.ts';
import { EmailField, IdentityFormFrame, LinkButton } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import type { LinkCode } from './link-code.ts';
import {
  CardPage,
  DonePage,
  ExpiredPage,
  FailureNotice,
  isExpired,
  StoppedPage,
  useAction,
} from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';

type Outcome = 'Merged' | 'Kept' | 'Refused' | 'Expired';

/**
 * `/account/merge`: the reader lets the vendor merge the account into another one of theirs, or keeps both. They state the
 * email of the other one, so that nobody gives an account to a stranger whose address looks like theirs.
 */
export function MergePage({ link: { email, code } }: { readonly link: LinkCode }) {
  const { merge: texts } = useMailTexts();
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useIdentityForm({
    initialValues: { otherEmail: '' },
    check: ({ otherEmail }) => (otherEmail.trim() === '' ? { otherEmail: texts.otherMissing } : {}),
    send: ({ otherEmail }) =>
      outcomeOf('Merged', agreeToMerge({ email, code }, { otherEmail: otherEmail.trim() })),
    besideOf: (failure) =>
      isProblem(failure, 'InvalidInput') ? { otherEmail: texts.otherWrong } : undefined,
    onDone: setOutcome,
  });
  const decline = useAction<void, void>(async () => {
    setOutcome(await outcomeOf('Kept', declineMerge({ email, code })));
  });
  switch (outcome) {
    case 'Merged':
      return <DonePage title={texts.done} text={texts.doneText} />;
    case 'Kept':
      return <DonePage title={texts.kept} text={texts.keptText} />;
    case 'Expired':
      return <ExpiredPage text={texts.expired} />;
    case 'Refused':
      return <StoppedPage title={texts.refused} text={texts.refusedText} asksVendor />;
    case undefined:
      return (
        <CardPage title={texts.title}>
          <IdentityFormFrame
            form={form}
            intro={texts.text(email)}
            name={texts.title}
            submitLabel={texts.label}
            sendingText={texts.sending}
            links={<LinkButton onClick={decline.run}>{texts.decline}</LinkButton>}
          >
            <Text fw={600}>{texts.warning}</Text>
            <EmailField
              label={texts.other}
              isSending={form.isSending}
              input={form.fields.getInputProps('otherEmail')}
            />
          </IdentityFormFrame>
          {decline.isSending ? null : <FailureNotice failure={decline.failure} />}
        </CardPage>
      );
  }
}

/** What became of an answer that the reader cannot send again. Rejects with failures after which they can. */
async function outcomeOf(success: Outcome, answer: Promise<void>): Promise<Outcome> {
  try {
    await answer;
    return success;
  } catch (failure) {
    if (failure instanceof Error && isExpired(failure)) return 'Expired';
    if (isProblem(failure, 'MergeRefused')) return 'Refused';
    throw failure;
  }
}
