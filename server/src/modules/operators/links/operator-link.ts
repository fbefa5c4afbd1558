import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { accountUrl, type CommandTx } from '../../accounts/index.ts';
import { replaceLinkRow } from '../store/links.ts';
import type { LinkPurpose } from '../tables.ts';

const HOUR_SECONDS = 60 * 60;

/** For how long links work. */
const LIFETIME_SECONDS: Readonly<Record<LinkPurpose, number>> = {
  SetUp: HOUR_SECONDS,
  Invitation: 7 * 24 * HOUR_SECONDS,
  Reset: HOUR_SECONDS,
};

/** A link that is shown or mailed once; the database has a hash of its code. */
export interface OperatorLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link that works once, in place of the earlier one for the same operator, or for the set-up. The page finds the
 * code behind the `#`, which no browser sends to a server, so it appears in no log and no referrer.
 */
export async function makeLink(
  tx: CommandTx,
  target:
    | { readonly purpose: 'SetUp' }
    | { readonly purpose: 'Invitation' | 'Reset'; readonly operatorId: string },
): Promise<OperatorLink> {
  const code = tx.ids.secret();
  const createdAt = tx.clock.now();
  const { purpose } = target;
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_SECONDS[purpose] * 1_000);
  await replaceLinkRow(tx, {
    accountId: tx.account.id,
    codeHash: hashSecret(code),
    purpose,
    operatorId: 'operatorId' in target ? target.operatorId : null,
    createdAt,
    expiresAt,
  });
  return { url: `${accountUrl(tx.config, tx.account)}/dashboard/welcome#${code}`, expiresAt };
}
