import { notFound } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { Trial } from '../tables.ts';
import { lockTrial } from '../store/trials.ts';

/** The trial, locked until the transaction ends. Raises `NotFound`. */
export async function lockExistingTrial(tx: CommandTx, id: string): Promise<Trial> {
  const trial = await lockTrial(tx, tx.account.id, id);
  if (trial === undefined) throw notFound({ detail: `There is no trial ${id}.` });
  return trial;
}
