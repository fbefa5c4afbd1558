import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import { callerPath } from './caller-path.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;

/** `latchkey license-keys …` */
export function addLicenseKeyCommands(program: Command): void {
  const keys = program
    .command('license-keys')
    .description('list and import the keys that sign license tokens');

  keys
    .command('import')
    .description('import the signing key of another system, so that the tokens of applications stay valid')
    .argument('<file>', 'private key in PEM: PKCS#1, PKCS#8 or SEC1, not encrypted', callerPath)
    .option('--retired', 'only verify with it: the current key still signs new tokens')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(importCommand);

  keys
    .command('list')
    .description('list the license keys of an account, newest first, without their private halves')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(listCommand);
}

interface KeyOptions {
  readonly account?: string;
  readonly json?: true;
}

async function importCommand(
  file: string,
  { retired, account: id, json }: KeyOptions & { readonly retired?: true },
): Promise<void> {
  const { importLicenseKey } = await import('../modules/signing-keys/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const privateKeyPem = await readFile(file, 'utf8');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const isActive = retired !== true;
    const key = await importLicenseKey(terminalContext(system, account), { privateKeyPem, isActive });
    if (json === true) return printJson(key);
    console.log(`Imported the license key ${key.kid} (${key.algorithm}) of account ${account.id}.`);
    console.log(
      isActive ? 'It signs new tokens from now on.' : 'It only verifies tokens that it has signed.',
    );
  });
}

async function listCommand({ account: id, json }: KeyOptions): Promise<void> {
  const { listLicenseKeys } = await import('../modules/signing-keys/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const keys = await listLicenseKeys(terminalContext(system, account));
    if (json === true) return printJson(keys);
    printTable(keys, [
      ['KID', ({ kid }) => kid],
      ['ALGORITHM', ({ algorithm }) => algorithm],
      ['STATUS', ({ status }) => status],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
      ['RETIRED', ({ retiredAt }) => printedTime(retiredAt)],
    ]);
  });
}
