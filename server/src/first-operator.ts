import { readFile } from 'node:fs/promises';
import { Problem } from './kernel/problem.ts';
import { contextOf, findDefaultAccount } from './modules/accounts/index.ts';
import {
  addOperator,
  hasOperators,
  makeSetUpLink,
  operatorExists,
  wasOperator,
} from './modules/operators/index.ts';
import { SERVER } from './platform/context/actor.ts';
import { ConfigError } from './platform/config.ts';
import type { System } from './platform/system.ts';

/**
 * Creates the owner whom `LATCHKEY_OPERATOR_EMAIL` names in the default account, if nobody there has or had this email: for
 * an installation without a terminal. An operator who exists stays as they are, whatever their password, and one who was
 * removed does not come back. Raises `ConfigError` when the password cannot be used.
 */
export async function ensureConfiguredOperator(system: System): Promise<void> {
  const { operator } = system.config;
  if (operator === undefined) return;
  const account = await findDefaultAccount(system);
  if (account === undefined) return;
  const ctx = contextOf(system, account, SERVER);
  const { email, passwordFile } = operator;
  if (await wasOperator(ctx, email)) return;
  const password = operator.password ?? (await passwordIn(passwordFile ?? ''));
  try {
    await addOperator(ctx, { email, name: 'Owner', role: 'Owner', password });
  } catch (error) {
    // Another server of the instance, which starts at the same time, may have been faster.
    if (error instanceof Problem && error.errorType === operatorExists.kind.errorType) return;
    throw error instanceof Problem && error.errors !== undefined ? configError(error.errors) : error;
  }
  system.log.info({ account: account.id }, 'the operator of LATCHKEY_OPERATOR_EMAIL was created');
}

function configError(errors: Readonly<Record<string, readonly string[]>>): ConfigError {
  const variables: Readonly<Record<string, string>> = {
    email: 'LATCHKEY_OPERATOR_EMAIL',
    password: 'the password of LATCHKEY_OPERATOR_EMAIL',
  };
  return new ConfigError(
    Object.entries(errors).flatMap(([field, messages]) =>
      messages.map((message) => `${variables[field] ?? field} ${message}`),
    ),
  );
}

async function passwordIn(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`LATCHKEY_OPERATOR_PASSWORD_FILE cannot be read: ${reason}`]);
  }
}

/**
 * A new link for the set-up of the default account, in place of an earlier one; `undefined` when there is no such
 * account, or when it has an operator.
 */
export async function setUpLinkOfInstance(system: System): Promise<string | undefined> {
  const account = await findDefaultAccount(system);
  if (account === undefined) return undefined;
  const ctx = contextOf(system, account, SERVER);
  return (await hasOperators(ctx)) ? undefined : (await makeSetUpLink(ctx)).url;
}
