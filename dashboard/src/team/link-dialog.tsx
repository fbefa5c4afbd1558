import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { useExactTime } from '../parts/moment.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useTeamTexts } from './team-texts.ts';

export type OperatorWithLink = components['schemas']['OperatorWithLink'];

/** The link with which somebody chooses a password: it is shown only now. */
export function LinkDialog({ operator, link, onClose }: OperatorWithLink & { readonly onClose: () => void }) {
  const { actions } = useTexts();
  const team = useTeamTexts();
  const exact = useExactTime();
  return (
    <Dialog title={team.linkTitle(operator.name)} onClose={onClose}>
      <CopyField label={team.link} value={link.url} />
      <Text size="sm">{team.linkText(operator.email, exact(link.expiresAt))}</Text>
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}
