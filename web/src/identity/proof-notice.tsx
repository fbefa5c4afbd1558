import { Alert, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AwaitedProof, sendConfirmation } from '../api/identity.ts';
import { MailIcon } from '../ui/icons.tsx';
import { identityRefusal } from './identity-notice.ts';
import { useSession } from './use-session.ts';

/** The products that wait for the proof of the customer's address, and a button to request the link again. */
export function ProofNotice({ proof }: { readonly proof: AwaitedProof }) {
  const email = useSession().signedIn?.email ?? 'your address';
  const sending = useMutation({ mutationFn: sendConfirmation });
  const refusal = sending.error === null ? undefined : identityRefusal(sending.error, []).notice;
  return (
    <Alert role="note" color="harbour" variant="light" icon={<MailIcon />} title={proof.message}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" component="output">
          {sending.isSuccess
            ? `We sent a new link to ${email}. Open it, then come back to this page.`
            : `Open the link that we sent to ${email}, then come back to this page.`}
        </Text>
        {refusal === undefined ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            {`${refusal.title}. ${refusal.messages.join(' ')}`}
          </Text>
        )}
        {sending.isSuccess ? null : (
          <Button
            variant="default"
            size="sm"
            loading={sending.isPending}
            onClick={() => {
              sending.mutate();
            }}
          >
            Send the link again
          </Button>
        )}
        <VisuallyHidden>{sending.isPending ? 'Requesting the email.' : ''}</VisuallyHidden>
      </Stack>
    </Alert>
  );
}
