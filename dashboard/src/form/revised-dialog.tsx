import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import type { Revised } from '../api/revised.ts';
import { Dialog } from './dialog.tsx';

interface RevisedDialogProps<Thing> {
  readonly title: string;
  /** Reads what the form is about, as it is now: a row of a list has no revision, and may be old. */
  readonly query: UseQueryResult<Revised<Thing>>;
  readonly onClose: () => void;
  readonly children: (thing: Revised<Thing>) => ReactNode;
}

/** A dialog with a form about one thing, which is read when the dialog opens. */
export function RevisedDialog<Thing>({ title, query, onClose, children }: RevisedDialogProps<Thing>) {
  return (
    <Dialog title={title} onClose={onClose}>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error === null ? (
        <Skeleton height={240} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}
