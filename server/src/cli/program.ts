import process from 'node:process';
import { Command } from 'commander';
import { programVersion } from '../platform/program-version.ts';
import { addAccessKeyCommands } from './access-key-commands.ts';
import { addAccountCommands } from './account-commands.ts';
import { addApiKeyCommands } from './api-key-commands.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addCustomerCommands } from './customer-commands.ts';
import { addDevCommands } from './dev-commands.ts';
import { addEventCommands } from './event-commands.ts';
import { reportFailure } from './failure.ts';
import { addImportCommands } from './import-commands.ts';
import { addJobCommands } from './job-commands.ts';
import { addLicenseKeyCommands } from './license-key-commands.ts';
import { addMailCommands } from './mail-commands.ts';
import { addMediaCommands } from './media-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addPaymentCommands } from './payment-commands.ts';
import { addReleaseCommands } from './release/release-commands.ts';
import { addTransferCommands } from './transfer-commands.ts';
import { addVariationCommands } from './variation-commands.ts';
import { addVoucherCommands } from './voucher-commands.ts';
import { addShopCommands } from './shop-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { addSubscriptionCommands } from './subscription-commands.ts';
import { addWithdrawalCommands } from './withdrawal-commands.ts';
import { withSystem } from './with-system.ts';

const ENVIRONMENT = `
Configuration comes from the environment:
  PORT                      port to listen on (4242)
  HOST                      address to listen on (127.0.0.1; 0.0.0.0 in production)
  LATCHKEY_DATA_DIR         folder for the database, files and the instance secret (./data)
  DATABASE_URL              postgres://…; without it, SQLite in the data folder
  LATCHKEY_SECRET           instance secret, 32 characters or more; required in production
  LATCHKEY_PUBLIC_URL       base URL at which clients reach the instance
  LATCHKEY_PLATFORM_DOMAIN  serves each account at {account}.{this domain}
  LATCHKEY_TRUSTED_PROXIES  addresses whose X-Forwarded-… headers are trusted
  SMTP_URL                  smtp://…; without it, mails stay in the database
  LOG_LEVEL                 fatal, error, warn, info (default), debug, trace, silent
  NODE_ENV=production       no demo data, and no secrets are printed
  docs/guide/settings.md lists all variables.

Exit codes: 0 success, 1 failure, 2 wrong command or configuration.
"latchkey release publish" also: 3 refused by the server, 4 server not reached.`;

/** Runs the command in the arguments; resolves with the exit code of the process. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const program = new Command('latchkey')
    .description('Latchkey: sell, license and deliver software.')
    .version(programVersion(), '-V, --version', 'print the version')
    .addHelpText('after', ENVIRONMENT)
    // After a command, --version may be an option of that.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('(add --help for help)');
  addServerCommands(program);
  addAccountCommands(program);
  addApiKeyCommands(program);
  addAccessKeyCommands(program);
  addCustomerCommands(program);
  addImportCommands(program);
  addLicenseKeyCommands(program);
  addShopCommands(program);
  addVariationCommands(program);
  addMediaCommands(program);
  addJobCommands(program);
  addAuditCommands(program);
  addMailCommands(program);
  addOperatorCommands(program);
  addPaymentCommands(program);
  addReleaseCommands(program);
  addTransferCommands(program);
  addVoucherCommands(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addWithdrawalCommands(program);
  addSubscriptionCommands(program);
  addDevCommands(program);
  addReferenceCommand(program);
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    return reportFailure(error);
  }
}

function addServerCommands(program: Command): void {
  program
    .command('serve')
    .description('migrate, create the demo account in an empty database, and serve')
    .option('--no-demo', 'create no demo account')
    .action(async ({ demo }: { readonly demo: boolean }) => {
      const { serve } = await import('./serve.ts');
      await serve({ makesDemo: demo });
    });
  program
    .command('migrate')
    .description('create the database, or upgrade its schema to the newest version')
    .action(async () => {
      await withSystem(
        async (_system, migrated) => {
          for (const name of migrated) console.log(`applied ${name}`);
          console.log('The schema is up to date.');
        },
        { mayCreate: true },
      );
    });
  program
    .command('demo')
    .description(
      'create the demo account with products, releases, a customer and an API key; not in production',
    )
    .action(async () => {
      const { demo } = await import('./demo.ts');
      await demo();
    });
}

function addReferenceCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of this version')
    .action(async () => {
      const { openapiText } = await import('../openapi.ts');
      process.stdout.write(await openapiText());
    });
}
