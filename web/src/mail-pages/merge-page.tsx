import { isProblem } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { agreeToMerge, declineMerge } from '../api/mail-links.ts';
import { LinkButton } from '../identity/identity-form.tsx';
import type { LinkCode } from './link-code.ts';
import { ActionPage, DonePage, ExpiredPage, isExpired, StoppedPage, useAction } from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';

type Answer = 'Agree' | 'Decline';

/** `/account/merge`: the reader lets the vendor merge the account into another one of theirs, or keeps both. */
export function MergePage({ link: { email, code } }: { readonly link: LinkCode }) {
  const { merge: texts } = useMailTexts();
  const action = useAction<Answer, Answer>(async (answer) => {
    await (answer === 'Agree' ? agreeToMerge : declineMerge)({ email, code });
    return answer;
  });
  if (action.result === 'Agree') return <DonePage title={texts.done} text={texts.doneText} />;
  if (action.result === 'Decline') return <DonePage title={texts.kept} text={texts.keptText} />;
  if (isExpired(action.failure)) return <ExpiredPage text={texts.expired} />;
  if (isProblem(action.failure, 'MergeRefused'))
    return <StoppedPage title={texts.refused} text={texts.refusedText} />;
  const agree = {
    ...action,
    run: () => {
      action.run('Agree');
    },
  };
  return (
    <ActionPage title={texts.title} text={texts.text(email)} label={texts.label} action={agree}>
      <Text fw={600}>{texts.warning}</Text>
      <LinkButton
        onClick={() => {
          action.run('Decline');
        }}
      >
        {texts.decline}
      </LinkButton>
    </ActionPage>
  );
}
