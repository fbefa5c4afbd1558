import type { components } from '@latchkey/sdk';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { useFailureLine } from '../failures/failure-line.ts';
import { answer, api } from '../api/client.ts';
import { Dialog } from '../form/dialog.tsx';
import { Section } from '../parts/section.tsx';
import { sessionQuery, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { EndCodesDialog } from './end-codes-dialog.tsx';
import { ownCodesQuery } from './own-codes-query.ts';
import { ownSessionsQuery } from './own-sessions-query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useYouTexts } from './you-texts.ts';

const SetUpCodesDialog = lazyPart(
  () => import('./set-up-codes-dialog.tsx').then((part) => part.SetUpCodesDialog),
  null,
);

type OpenDialog =
  | { readonly kind: 'SetUp'; readonly setUp: components['schemas']['OperatorCodeSetUp'] }
  | { readonly kind: 'Recovery'; readonly codes: readonly string[] }
  | { readonly kind: 'End' };

/** The second step of signing in: set up, renew recovery codes, switch off. */
export function CodesSection() {
  const you = useYouTexts();
  const { list } = useTexts();
  const lineOf = useFailureLine();
  const queryClient = useQueryClient();
  const codes = useQuery(ownCodesQuery);
  const { hasPassword } = useSession();
  const [dialog, setDialog] = useState<OpenDialog>();
  const begin = useMutation({
    mutationFn: () => answer(api.POST('/api/operator/codes')),
    onSuccess: (setUp) => {
      setDialog({ kind: 'SetUp', setUp });
    },
  });
  const renew = useMutation({
    mutationFn: () => answer(api.POST('/api/operator/recovery-codes')),
    onSuccess: ({ recoveryCodes }) => {
      setDialog({ kind: 'Recovery', codes: recoveryCodes });
    },
  });
  const close = () => {
    setDialog(undefined);
    for (const { queryKey } of [ownCodesQuery, ownSessionsQuery, sessionQuery])
      void queryClient.invalidateQueries({ queryKey });
  };
  // A code goes with a password, and without one there is nothing that it protects.
  if (!hasPassword && codes.data?.isOn !== true) return null;
  const failure = begin.error ?? renew.error;
  const message = failure === null ? undefined : lineOf(failure);
  return (
    <Section title={you.codes}>
      {codes.data === undefined ? (
        codes.error === null ? (
          <output aria-label={list.loading}>
            <Skeleton height={48} />
          </output>
        ) : (
          <FailureState failure={codes.error} onRetry={() => void codes.refetch()} />
        )
      ) : (
        <>
          <Text size="sm" mb="sm">
            {codes.data.isOn ? you.codesOn(codes.data.recoveryCodesLeft) : you.codesOff}
          </Text>
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              loading={begin.isPending}
              onClick={() => {
                begin.mutate();
              }}
            >
              {codes.data.isOn ? you.otherApp : you.setUpCodes}
            </Button>
            {codes.data.isOn ? (
              <>
                <Button
                  variant="default"
                  size="xs"
                  loading={renew.isPending}
                  onClick={() => {
                    renew.mutate();
                  }}
                >
                  {you.renewRecovery}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    setDialog({ kind: 'End' });
                  }}
                >
                  {you.endCodes}
                </Button>
              </>
            ) : null}
          </Group>
        </>
      )}
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
      {dialog?.kind === 'SetUp' ? <SetUpCodesDialog setUp={dialog.setUp} onClose={close} /> : null}
      {dialog?.kind === 'Recovery' ? (
        <Dialog title={you.recoveryCodes} onClose={close}>
          <RecoveryCodes codes={dialog.codes} onClose={close} />
        </Dialog>
      ) : null}
      {dialog?.kind === 'End' ? <EndCodesDialog onClose={close} /> : null}
    </Section>
  );
}
