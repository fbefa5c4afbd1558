import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { askSecret } from './ask.ts';
import { UsageError } from './failure.ts';
import { printJson, printedTime, printTable } from './output.ts';
import { ConfigError } from '../platform/config.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const KEY_VARIABLE = 'PAYMENT_PROVIDER_KEY';

/** `latchkey payments …` */
export function addPaymentCommands(program: Command): void {
  const payments = program
    .command('payments')
    .description('connect an account to a payment provider, check the connection, and end it');
  addConnect(payments);
  payments
    .command('status')
    .description('check the connection with the provider; exit code 1 if something is wrong')
    .argument('[provider]', 'the name of the provider', 'stripe')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(statusCommand);
  payments
    .command('refund')
    .description('return the money of a payment that was not applied to its order (Surplus or Short)')
    .argument('<payment>', 'the id of the payment')
    .option(...ACCOUNT_OPTION)
    .action(refundCommand);
  payments
    .command('settle')
    .description(
      'record that the money of such a payment, or what is owed of one that paid, was returned in another way',
    )
    .argument('<payment>', 'the id of the payment')
    .requiredOption('--amount <amount>', 'what was returned: 49 or 49.00, as “payments undue” shows it')
    .requiredOption('--reason <text>', 'how it was returned, for the buyer: “By bank transfer on May 4”')
    .option(...ACCOUNT_OPTION)
    .action(settleCommand);
  payments
    .command('undue')
    .description(
      'list the payments that were not applied to their orders and whose money has not been returned',
    )
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(undueCommand);
  payments
    .command('disconnect')
    .description('forget the keys of an account; it takes no payments from then on')
    .argument('<provider>', 'the name of the provider')
    .option(...ACCOUNT_OPTION)
    .option(
      '--force',
      'also if payments are pending: they fail at their deadline, even if the buyer has paid',
    )
    .action(disconnectCommand);
}

function addConnect(payments: Command): void {
  payments
    .command('connect')
    .description('take payments with your own key; run it again to change the key or the options')
    .argument('<provider>', 'the name of the provider: stripe')
    .option(...ACCOUNT_OPTION)
    .option('--key-file <file>', 'a file with the secret or restricted key; - for the standard input')
    .option('--key <key>', 'the key itself; it stays in the history of your shell')
    .option('--publishable-key <key>', 'for the form in the checkout page')
    .option(
      '--form-in-page',
      'show that form on the checkout page itself, too, not only in a frame of the shop',
    )
    .option('--no-form-in-page', 'show it only in a frame of the shop')
    .option(
      '--webhook-secret <secret>',
      'the signing secret of an endpoint that you created or forward yourself',
    )
    .option('--no-webhook', 'do not register an endpoint for events')
    .option('--managed-payments', 'the provider is the merchant of record')
    .option('--no-managed-payments', 'the account is the merchant of record')
    .addOption(
      new Option(
        '--automatic-tax <mode>',
        'the provider calculates taxes, and prices include them or not',
      ).choices(['inclusive', 'exclusive', 'off']),
    )
    .option('--tax-code <code>', 'the tax code of products that have none')
    .addHelpText(
      'after',
      `
Without --key and --key-file the key comes from ${KEY_VARIABLE}, or you are asked for it.

Examples:
  latchkey payments connect stripe
  latchkey payments connect stripe --account acme --key-file key.txt --automatic-tax exclusive
  pass show stripe | latchkey payments connect stripe --key-file -`,
    )
    .action(connectCommand);
}

interface ConnectOptions {
  readonly account?: string;
  readonly key?: string;
  readonly keyFile?: string;
  readonly publishableKey?: string;
  readonly formInPage?: boolean;
  readonly webhookSecret?: string;
  readonly webhook: boolean;
  readonly managedPayments?: boolean;
  readonly automaticTax?: 'inclusive' | 'exclusive' | 'off';
  readonly taxCode?: string;
}

async function connectCommand(provider: string, options: ConnectOptions): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { connectProvider, PROVIDERS, refuseUnconnectable } = await import('../modules/payments/index.ts');
  refuseUnconnectable(PROVIDERS, provider);
  const key = await keyOf(options);
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, options.account);
    const mode = await connectProvider(terminalContext(system, account), provider, {
      key,
      hasWebhook: options.webhook,
      publishableKey: options.publishableKey,
      hasFormInPage: options.formInPage,
      webhookSecret: options.webhookSecret,
      isManaged: options.managedPayments,
      automaticTax: options.automaticTax,
      taxCode: options.taxCode,
    });
    const note = mode === 'Test' ? ' No money moves in this mode.' : '';
    console.log(`Account ${account.id} takes payments with ${provider}, ${mode.toLowerCase()} mode.${note}`);
    console.error('"latchkey payments status" checks the connection.');
  });
}

/** The key, from the source with the lowest risk of exposure. */
async function keyOf({ key, keyFile }: ConnectOptions): Promise<string> {
  if (key !== undefined && keyFile !== undefined) throw new UsageError('choose one of --key and --key-file');
  if (key !== undefined) {
    console.error('The key is now in the history of your shell; use --key-file or the prompt to avoid that.');
    return key.trim();
  }
  if (keyFile !== undefined) return (await contentOf(keyFile)).trim();
  const variable = process.env[KEY_VARIABLE]?.trim();
  if (variable !== undefined && variable !== '') return variable;
  return (await askSecret('Secret or restricted key: ', `use --key-file, or set ${KEY_VARIABLE}`)).trim();
}

function contentOf(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readFile(file, 'utf8');
}

interface StatusOptions {
  readonly account?: string;
  readonly json?: true;
}

const MARKS = { Fine: 'ok', Note: 'note', Wrong: 'WRONG' } as const;

async function statusCommand(provider: string, { account: id, json }: StatusOptions): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { providerStatus } = await import('../modules/payments/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const status = await providerStatus(terminalContext(system, account), provider);
    if (json === true) printJson({ accountId: account.id, ...status });
    else
      printTable(status.checks, [
        ['CHECK', ({ name }) => name],
        ['RESULT', ({ result }) => MARKS[result]],
        ['', ({ text: sentence }) => sentence],
      ]);
    const wrong = status.checks.filter(({ result }) => result === 'Wrong');
    if (wrong.length > 0) throw new Error(`the connection with ${provider} does not work as it should`);
  });
}

async function refundCommand(
  paymentId: string,
  { account: id }: { readonly account?: string },
): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { returnUndueMoney } = await import('../modules/orders/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const refund = await returnUndueMoney(terminalContext(system, account), paymentId);
    console.log(`Refund ${refund.id} of payment ${paymentId}: ${refund.status}.`);
    if (refund.status === 'Pending') console.error('It is completed in the background.');
  });
}

async function settleCommand(
  paymentId: string,
  {
    account: id,
    amount,
    reason,
  }: { readonly account?: string; readonly amount: string; readonly reason: string },
): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { settleUndueMoney } = await import('../modules/orders/index.ts');
  const { findPayment } = await import('../modules/payments/index.ts');
  const { transaction } = await import('../platform/context/context.ts');
  const { fromDecimal, toDecimal } = await import('../kernel/money.ts');
  if (reason.trim() === '') throw new ConfigError(['--reason must not be blank']);
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const ctx = terminalContext(system, account);
    const payment = await findPayment(ctx, paymentId);
    if (payment === undefined) throw new Error(`there is no payment ${paymentId}`);
    const currency = payment.receivedCurrency ?? payment.currency;
    const amountMinor = fromDecimal(Number(amount), currency);
    if (amountMinor === undefined) throw new Error(`${amount} is no amount of ${currency}`);
    const money = { currency, amountMinor };
    const settlement = { orderId: payment.subjectId, paymentId, amount: money, reason: reason.trim() };
    const refund = await transaction(ctx, (tx) => settleUndueMoney(tx, settlement));
    const amountText = `${toDecimal(refund.amountMinor, refund.currency)} ${refund.currency}`;
    console.log(`Refund ${refund.id} records that ${amountText} of payment ${paymentId} went back.`);
  });
}

async function undueCommand({ account: id, json }: StatusOptions): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { listUnduePayments } = await import('../modules/payments/index.ts');
  const { listOwedMoney } = await import('../modules/orders/index.ts');
  const { toDecimal } = await import('../kernel/money.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const ctx = terminalContext(system, account);
    const undue = (await listUnduePayments(ctx)).map((payment) => ({
      payment,
      amountMinor: (payment.receivedMinor ?? payment.amountMinor) - payment.refundedMinor,
    }));
    const payments = [...undue, ...(await listOwedMoney(ctx))].map(({ payment, amountMinor }) => {
      const { id: paymentId, subjectId: orderId, status, createdAt } = payment;
      const currency = payment.receivedCurrency ?? payment.currency;
      return { paymentId, orderId, status, amount: toDecimal(amountMinor, currency), currency, createdAt };
    });
    if (json === true) printJson(payments);
    else
      printTable(payments, [
        ['PAYMENT', ({ paymentId }) => paymentId],
        ['STATUS', ({ status }) => status],
        ['AMOUNT', ({ amount, currency }) => `${amount} ${currency}`],
        ['BEGUN', ({ createdAt }) => printedTime(createdAt)],
        ['ORDER', ({ orderId }) => orderId],
      ]);
  });
}

interface DisconnectOptions {
  readonly account?: string;
  readonly force?: true;
}

async function disconnectCommand(provider: string, { account: id, force }: DisconnectOptions): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { disconnectProvider } = await import('../modules/payments/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const ctx = terminalContext(system, account);
    const failure = await disconnectProvider(ctx, provider, { isForced: force === true });
    console.log(`Account ${account.id} is disconnected from ${provider} and takes no payments.`);
    if (failure !== null)
      console.error(`The endpoint for events is still there; delete it at ${provider}. ${failure.message}`);
  });
}
