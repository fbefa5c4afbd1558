import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { LicenseKeyUse } from '../modules/licensing/index.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import { callerPath } from './caller-path.ts';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;

/** `latchkey license-keys …` */
export function addLicenseKeyCommands(program: Command): void {
  const keys = program
    .command('license-keys')
    .description('list, create, import and remove the keys that sign license tokens');

  keys
    .command('import')
    .description('import the signing key of another system, so that the tokens of applications stay valid')
    .argument('<file>', 'private key in PEM: PKCS#1, PKCS#8 or SEC1, not encrypted', callerPath)
    .option('--keep-default', 'do not make it the default key: it only renews the tokens that it signed')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(importCommand);

  keys
    .command('list')
    .description('list the license keys of an account and the devices that use them, newest first')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(listCommand);

  addChanges(keys);
}

/** The commands with which an application gets another key. */
function addChanges(keys: Command): void {
  keys
    .command('create')
    .description('create a license key, which signs nothing until a product names it (see `use`)')
    .addOption(
      new Option('--algorithm <name>', 'RS256 works with every deployed application')
        .choices(ALGORITHMS)
        .default('RS256'),
    )
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(createCommand);

  keys
    .command('use')
    .description('name the license key that the applications of a product have')
    .argument('<product>')
    .argument('<kid>')
    .option(
      '--from-version <version>',
      'the first version that has it; by default every version without another key',
    )
    .option(...ACCOUNT_OPTION)
    .action(useCommand);

  keys
    .command('remove')
    .description('remove a license key that no device uses')
    .argument('<kid>')
    .option('--force', 'also if devices use it: their applications delete their licenses')
    .option(...ACCOUNT_OPTION)
    .action(removeCommand);
}

interface KeyOptions {
  readonly account?: string;
  readonly json?: true;
}

async function importCommand(
  file: string,
  { keepDefault, account: id, json }: KeyOptions & { readonly keepDefault?: true },
): Promise<void> {
  const { importLicenseKey } = await import('../modules/signing-keys/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const privateKeyPem = await readFile(file, 'utf8');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const isDefault = keepDefault !== true;
    const key = await importLicenseKey(terminalContext(system, account), { privateKeyPem, isDefault });
    if (json === true) return printJson(key);
    console.log(`Imported the license key ${key.kid} (${key.algorithm}) of account ${account.id}.`);
    console.log(
      isDefault
        ? 'It is the default key from now on: it signs the first tokens of devices.'
        : 'It only renews the tokens that it signed.',
    );
  });
}

interface CreateOptions extends KeyOptions {
  readonly algorithm: (typeof ALGORITHMS)[number];
}

async function createCommand({ algorithm, account: id, json }: CreateOptions): Promise<void> {
  const { createLicenseKey } = await import('../modules/signing-keys/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const key = await createLicenseKey(terminalContext(system, account), algorithm);
    if (json === true) return printJson(key);
    console.log(`Created the license key ${key.kid} (${key.algorithm}) of account ${account.id}.`);
    console.log('It signs nothing yet. Compile its public half into the next version of your application:');
    console.log(key.publicPem);
    console.log(`Then: latchkey license-keys use <product> ${key.kid} --from-version <version>`);
  });
}

async function useCommand(
  productId: string,
  kid: string,
  { fromVersion, account: id }: KeyOptions & { readonly fromVersion?: string },
): Promise<void> {
  const { updateLicensedProduct } = await import('../modules/licensing/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await updateLicensedProduct(terminalContext(system, account), productId, {
      signingKey: { kid, ...(fromVersion !== undefined && { fromVersion }) },
    });
    const versions =
      fromVersion === undefined ? 'every version without another key' : `version ${fromVersion} or later`;
    console.log(`New devices of ${productId} with ${versions} get tokens of the license key ${kid}.`);
    console.log('Devices that have a token keep its key.');
  });
}

async function removeCommand(
  kid: string,
  { force, account: id }: KeyOptions & { readonly force?: true },
): Promise<void> {
  const { removeUnusedLicenseKey } = await import('../modules/licensing/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await removeUnusedLicenseKey(terminalContext(system, account), kid, { isForced: force === true });
    console.log(`Removed the license key ${kid} of account ${account.id}.`);
  });
}

async function listCommand({ account: id, json }: KeyOptions): Promise<void> {
  const { listLicenseKeyUse } = await import('../modules/licensing/index.ts');
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const keys = await listLicenseKeyUse(terminalContext(system, account));
    if (json === true) return printJson(keys);
    printTable(keys, [
      ['KID', ({ kid }) => kid],
      ['ALGORITHM', ({ algorithm }) => algorithm],
      ['DEFAULT', ({ isDefault }) => (isDefault ? 'yes' : '')],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
      ['DEVICES', ({ devices }) => String(devices)],
      ['TRIALS', ({ trials }) => String(trials)],
      ['VERSIONS', ({ versions }) => versions.map(versionText).join(', ')],
      ['PRODUCTS', ({ products }) => products.map(({ id: productId }) => productId).join(', ')],
    ]);
  });
}

/** `2.0.1 (14)`: a version with its devices. */
function versionText({ appVersion, devices }: LicenseKeyUse['versions'][number]): string {
  return `${appVersion ?? 'none reported'} (${devices})`;
}
