import { contextOf, listAccounts } from './modules/accounts/index.ts';
import { takesTestPayments } from './modules/payments/index.ts';
import { SERVER } from './platform/context/actor.ts';
import type { Config } from './platform/config.ts';
import { isLoopbackHost } from './platform/http/network/loopback.ts';
import type { System } from './platform/system.ts';

/**
 * Warns an operator at startup, in one sentence each, about features that do not work with this configuration and how
 * to fix it. None of these prevents the start.
 */
export async function warnAtStart(system: System): Promise<void> {
  const { config, log } = system;
  for (const { name, nearest } of config.unknownVariables) log.warn(unknownVariable(name, nearest));
  for (const risk of await system.database.risks()) log.warn(risk);
  if (config.hasDevFeatures) return;
  const accounts = await listAccounts(system);
  // Informs an operator who has tried the demo shop that it still exists, and does not work.
  for (const { id, isDemo } of accounts)
    if (isDemo)
      log.warn({ account: id }, 'the demo account is disabled: nobody can sign in, pay or use its API keys');
  for (const account of accounts)
    if (await takesTestPayments(contextOf(system, account, SERVER)))
      log.warn(
        { account: account.id },
        'test keys of the payment provider are connected: buyers get licenses without paying; connect live keys with "latchkey payments connect"',
      );
  for (const gap of gapsOf(
    config,
    accounts.some(({ isDemo }) => !isDemo),
  ))
    log.warn(gap);
}

function unknownVariable(name: string, nearest: string | undefined): string {
  const hint = nearest === undefined ? 'docs/guide/settings.md lists them all' : `did you mean ${nearest}?`;
  return `${name} is not a setting of this version and has no effect: ${hint}`;
}

/** The features that do not work in production with this configuration. */
function gapsOf({ publicUrl, smtpUrl }: Config, hasAccount: boolean): string[] {
  const gaps: string[] = [];
  if (isLoopbackHost(new URL(publicUrl).host))
    gaps.push(
      `LATCHKEY_PUBLIC_URL is ${publicUrl}: links to the checkout, to activation and in mails open only on this machine; set it to the https address that clients use`,
    );
  if (smtpUrl === undefined)
    gaps.push(
      'SMTP_URL is not set: no mail is sent, so no receipts arrive and nobody can reset a password; set it to your mail server, such as smtp://user:password@host:587',
    );
  if (!hasAccount)
    gaps.push(
      'there is no account: every address answers 404; create one with "latchkey account create <id> --name <name>"',
    );
  return gaps;
}
