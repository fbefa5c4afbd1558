import { refuseIssues } from '../../../kernel/problem.ts';
import type { Config } from '../../../platform/config.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { ChangedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandTx, QueryContext } from '../context.ts';
import { hostName } from '../find-account.ts';
import { checkDomains } from './domain-names.ts';
import { operatorOnly } from '../problems.ts';
import { isOnlyAccount } from '../store.ts';

/** Settings of the instance: the sender of its mails, and how much of it one client may use. */
const OPERATOR_SETTINGS = ['mailFrom', 'limits'];

/**
 * Raises `OperatorOnly` when an API key changes the operator's settings on an instance with several accounts: an
 * account must not send mails in the name of another, or use up shared resources.
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
  const foreign = isOfAccount(ctx) ? added.filter((host) => isReserved(ctx.config, ctx.account, host)) : [];
  if (foreign.length > 0) {
    throw operatorOnly({
      detail: `${foreign.join(', ')} belongs to this instance. Only its operator can assign it, with the command line.`,
    });
  }
}

const WHO =
  'the operator of this instance, because it has several accounts. The operator can use the command line, or allow it ' +
  'with LATCHKEY_TRUSTED_ACCOUNTS=true';

/** The command line belongs to the operator of the instance; a key or a role to one account, which may be the only one. */
async function isTrusted(ctx: QueryContext): Promise<boolean> {
  if (!isOfAccount(ctx) || ctx.config.trustsAccounts) return true;
  return isOnlyAccount(readerOf(ctx), ctx.account.id);
}

/** An API key, or somebody in the dashboard. */
function isOfAccount({ actor }: QueryContext): boolean {
  return actor.kind === 'ApiKey' || actor.kind === 'Operator';
}

/**
 * Raises `InvalidInput` and `OperatorOnly` when domains from another instance are invalid, or belong to this instance:
 * the author of the export need not be its operator.
 */
export function refuseMovedHosts(config: Config, owner: HostOwner, domains: readonly string[]): void {
  refuseIssues(checkDomains(domains));
  const foreign = domains.filter((host) => isReserved(config, owner, host));
  if (foreign.length === 0) return;
  throw operatorOnly({
    detail:
      `${foreign.join(', ')} belongs to this instance: take it from the account before the export, and assign it here with ` +
      '"latchkey account domains add" if it should lead to the account.',
  });
}

/** Settings of an account of another instance, without those that only the operator of this one may set. */
export async function withoutOperatorSettings(
  db: Reader,
  config: Config,
  { id, settings }: { readonly id: string; readonly settings: Readonly<Record<string, unknown>> },
): Promise<{ readonly settings: Record<string, unknown>; readonly omitted: readonly string[] }> {
  const omitted = OPERATOR_SETTINGS.filter((name) => name in settings);
  if (config.trustsAccounts || omitted.length === 0 || (await isOnlyAccount(db, id)))
    return { settings: { ...settings }, omitted: [] };
  const entries = Object.entries(settings).filter(([name]) => !omitted.includes(name));
  return { settings: Object.fromEntries(entries), omitted };
}

interface HostOwner {
  readonly id: string;
  readonly isDefault: boolean;
}

function isReserved(config: Config, account: HostOwner, host: string): boolean {
  if (!account.isDefault && host === hostName(new URL(config.publicUrl).host)) return true;
  if (config.platformDomain === undefined) return false;
  const domain = hostName(config.platformDomain);
  return (host === domain || host.endsWith(`.${domain}`)) && host !== `${account.id}.${domain}`;
}
