import type { components } from '@latchkey/sdk';
import { useState } from 'react';
import type { Revised } from '../api/revised.ts';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { ChangeLicenseDialog } from './change-license-dialog.tsx';
import { useLicenseTexts } from './license-texts.ts';
import { ReissueDialog } from './reissue-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface LicenseActionsProps {
  readonly license: Revised<components['schemas']['License']>;
}

/** What support does with a license. */
export function LicenseActions({ license }: LicenseActionsProps) {
  const texts = useLicenseTexts();
  const [task, setTask] = useState<'change' | 'reissue' | 'transfer' | 'revoke' | 'restore'>();
  const dialog = {
    license,
    onClose: () => {
      setTask(undefined);
    },
  };
  if (!mayDo(useSession(), 'licenses:write')) return null;
  const isRevoked = license.status === 'Revoked';
  const actions = isRevoked ? (['restore'] as const) : (['change', 'reissue', 'transfer', 'revoke'] as const);
  return (
    <>
      <PageActions actions={actions} labels={texts} dangerous={['revoke']} onChoose={setTask} />
      {task === 'change' ? <ChangeLicenseDialog {...dialog} /> : null}
      {task === 'reissue' ? <ReissueDialog {...dialog} /> : null}
      {task === 'transfer' ? <TransferDialog {...dialog} /> : null}
      {task === 'revoke' || task === 'restore' ? <RevokeDialog {...dialog} action={task} /> : null}
    </>
  );
}
