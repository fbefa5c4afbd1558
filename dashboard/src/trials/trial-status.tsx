import { Status } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { Trial } from './trial-queries.ts';

/** Whether a trial runs. */
export function TrialStatus({ status }: Pick<Trial, 'status'>) {
  const { trials } = useTexts();
  return <Status tone={status === 'Active' ? 'good' : 'off'}>{trials.statuses[status]}</Status>;
}
