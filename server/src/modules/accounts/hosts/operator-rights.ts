import { readerOf } from '../../../platform/context/context.ts';
import type { ChangedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandTx, QueryContext } from '../context.ts';
import { hostName } from '../find-account.ts';
import { operatorOnly } from '../problems.ts';
import { isOnlyAccount } from '../store.ts';

/** Settings that concern the instance: who its mails come from, and how much of it one client may use. */
const OPERATOR_SETTINGS = ['mailFrom', 'limits'];

/**
 * Raises `OperatorOnly` when an API key changes settings that are the operator's on an instance with several accounts:
 * one of them must not send mails in the name of another, or use up what they share.
 */
export async function refuseOperatorSettings(
  tx: CommandTx,
  changes: ChangedFields | undefined,
): Promise<void> {
  if (changes === undefined) return;
  const names = OPERATOR_SETTINGS.filter((name) => name in changes.after);
  if (names.length === 0 || (await isTrusted(tx))) return;
  throw operatorOnly({ detail: `${names.join(' and ')} can only be changed by ${WHO}.` });
}

/**
 * Raises `OperatorOnly` when an API key changes which hosts lead to its account, on an instance with several; and always
 * when it adds a host that belongs to the instance or to another account, even one that does not exist yet.
 */
export async function refuseHostChange(ctx: QueryContext, added: readonly string[]): Promise<void> {
  if (!(await isTrusted(ctx)))
    throw operatorOnly({ detail: `Which hosts lead to an account is decided by ${WHO}.` });
  const foreign = ctx.actor.kind === 'ApiKey' ? added.filter((host) => isReserved(ctx, host)) : [];
  if (foreign.length > 0) {
    throw operatorOnly({
      detail: `${foreign.join(', ')} belongs to this instance. Only its operator can assign it, with the command line.`,
    });
  }
}

const WHO =
  'the operator of this instance, because it has several accounts. The operator can use the command line, or allow it ' +
  'with LATCHKEY_TRUSTED_ACCOUNTS=true';

/** Whoever has the command line is the operator; a key is that of one account, which may be the only one. */
async function isTrusted(ctx: QueryContext): Promise<boolean> {
  if (ctx.actor.kind !== 'ApiKey' || ctx.config.trustsAccounts) return true;
  return isOnlyAccount(readerOf(ctx), ctx.account.id);
}

function isReserved({ config, account }: QueryContext, host: string): boolean {
  if (!account.isDefault && host === hostName(new URL(config.publicUrl).host)) return true;
  if (config.platformDomain === undefined) return false;
  const domain = hostName(config.platformDomain);
  return (host === domain || host.endsWith(`.${domain}`)) && host !== `${account.id}.${domain}`;
}
