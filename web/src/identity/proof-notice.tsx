import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AwaitedProof, sendConfirmation, fetchAwaitedProof } from '../api/identity.ts';
import { useTexts } from './identity-texts.ts';
import { MailIcon } from '@latchkey/ui/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { identityRefusal } from './identity-notice.ts';
import { useSession } from './use-session.ts';

interface ProofNoticeProps {
  readonly proof: AwaitedProof;
  /** The proof is what the page is for, as long as it is missing. */
  readonly isFirst?: boolean;
}

/** The products that wait for the proof of the customer's address, and a button to request the link again. */
export function ProofNotice({ proof, isFirst = false }: ProofNoticeProps) {
  const texts = useTexts();
  const { proof: say } = texts.identity;
  const email = useSession().signedIn?.email ?? say.address;
  const sending = useMutation({ mutationFn: sendConfirmation });
  const refusal = sending.error === null ? undefined : identityRefusal(sending.error, [], texts).notice;
  return (
    <Note icon={<MailIcon />} title={say.waiting(texts.identity.list.format(proof.names))}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="output">
          {sending.isSuccess ? say.sentAgain(email) : say.sent(email)}
        </Text>
        {refusal === undefined ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            {`${refusal.title}. ${refusal.messages.join(' ')}`}
          </Text>
        )}
        {sending.isSuccess ? null : (
          <Button
            variant={isFirst ? 'filled' : 'default'}
            size="sm"
            loading={sending.isPending}
            onClick={() => {
              sending.mutate();
            }}
          >
            {say.again}
          </Button>
        )}
        <VisuallyHidden>{sending.isPending ? say.sending : ''}</VisuallyHidden>
      </Stack>
    </Note>
  );
}

/**
 * The products that wait until the signed-in customer has confirmed their address; fetched again when they return to
 * this page, as from the link in the mail. Undefined when there are none, and while that is not known.
 */
export function useAwaitedProof(): AwaitedProof | undefined {
  const customerId = useSession().signedIn?.id;
  const { data } = useQuery({
    queryKey: ['awaited-proof', customerId ?? 'nobody'],
    queryFn: ({ signal }) => fetchAwaitedProof(signal),
    enabled: customerId !== undefined,
  });
  return data ?? undefined;
}
