import { type Command, InvalidArgumentError } from 'commander';
import type { CommandTx } from '../modules/accounts/index.ts';
import type { Delivery, Endpoint } from '../modules/webhooks/index.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

interface AccountOption {
  readonly account?: string;
  readonly json?: true;
}

/** `latchkey webhooks …` */
export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('manage the endpoints that events are sent to, test them, and send events again');
  ofAccount(webhooks.command('list')).description('list the endpoints, newest first').action(listCommand);
  ofAccount(webhooks.command('create'))
    .description('add an endpoint and print its secret, which is shown only once')
    .requiredOption('--url <url>', 'where events are sent; begins with https://')
    .requiredOption('--type <type...>', "types of events, groups such as 'order.*', or '*'")
    .option('--product <id...>', 'only events about these products')
    .option('--description <text>', 'what it is for')
    .option('--payload <payload>', 'full, or thin: only ids and links', 'full')
    .option('--form <form>', 'standard, legacy, slack or discord', 'standard')
    .option('--secret <secret>', 'the secret of a receiver that has one already')
    .action(createCommand);
  ofEndpoint(webhooks.command('delete'))
    .description('delete an endpoint with its deliveries')
    .action(deleteCommand);
  ofEndpoint(webhooks.command('rotate-secret'))
    .description('print another secret; the old one also signs for a day')
    .action(rotateCommand);
  ofEndpoint(webhooks.command('enable'))
    .description('send events to an endpoint again, from now on')
    .action(switchCommand('enableEndpoint'));
  ofEndpoint(webhooks.command('disable'))
    .description('send nothing more to an endpoint')
    .action(switchCommand('disableEndpoint'));
  addDeliveryCommands(webhooks);
}

function addDeliveryCommands(webhooks: Command): void {
  ofEndpoint(webhooks.command('test'))
    .description('send an example to an endpoint; a running server sends it')
    .option('--type <type>', 'the type of the example', 'order.paid')
    .action(testCommand);
  ofEndpoint(webhooks.command('replay'))
    .description('send the events of a period again')
    .requiredOption('--from <time>', 'ISO-8601 date or time of the first event', timeOf)
    .option('--to <time>', 'ISO-8601 date or time after the last event; by default now', timeOf)
    .option('--type <type...>', 'only these types or groups')
    .action(replayCommand);
  ofEndpoint(webhooks.command('deliveries'))
    .description('list the last 100 deliveries of an endpoint')
    .action(deliveriesCommand);
  ofEndpoint(webhooks.command('retry'))
    .description('send a delivery again')
    .requiredOption('--delivery <id>', 'the id that "latchkey webhooks deliveries" shows')
    .action(retryCommand);
}

function ofEndpoint(command: Command): Command {
  return ofAccount(command.argument('<webhook-id>', 'the id that "latchkey webhooks list" shows'));
}

function ofAccount(command: Command): Command {
  return command
    .option('--account <id>', 'the account; by default the default account')
    .option('--json', 'print JSON');
}

/** Runs one change of an account, as the terminal. */
async function change<Result>(
  { account: accountId }: AccountOption,
  work: (tx: CommandTx) => Promise<Result>,
): Promise<Result> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { transaction } = await import('../platform/context/context.ts');
  return withSystem(async (system) =>
    transaction(terminalContext(system, await accountOrDefault(system, accountId)), work),
  );
}

/** The types of events that there are. */
async function eventTypes(): Promise<string[]> {
  const { EVENT_TYPES } = await import('../api/events/event-types.ts');
  return EVENT_TYPES.map(({ type }) => type);
}

async function listCommand(options: AccountOption): Promise<void> {
  const { listEndpoints } = await import('../modules/webhooks/index.ts');
  const endpoints = await change(options, (tx) => listEndpoints(tx, { limit: 1_000 }));
  if (options.json === true) return printJson(endpoints.map(printable));
  if (endpoints.length === 0) return console.log('There are no webhook endpoints.');
  printTable(endpoints, [
    ['ID', ({ id }) => id],
    [
      'STATUS',
      ({ status, disabledReason }) => (disabledReason === null ? status : `${status} (${disabledReason})`),
    ],
    ['URL', ({ url }) => url],
    ['TYPES', ({ types }) => types.join(',')],
    ['FAILING SINCE', ({ failingSince }) => printedTime(failingSince)],
    ['REPLAY', ({ replay }) => progressOf(replay)],
  ]);
}

/** How far a replay is, and what it has sent. */
function progressOf(replay: Endpoint['replay']): string {
  if (replay === null) return '-';
  const percent = replay.end === 0 ? 100 : Math.floor((replay.position / replay.end) * 100);
  return `${percent} %, ${replay.sent} sent`;
}

interface CreateOptions extends AccountOption {
  readonly url: string;
  readonly type: readonly string[];
  readonly product?: readonly string[];
  readonly description?: string;
  readonly payload: string;
  readonly form: string;
  readonly secret?: string;
}

async function createCommand(options: CreateOptions): Promise<void> {
  const { createEndpoint, FORMS, PAYLOADS } = await import('../modules/webhooks/index.ts');
  const { refuseIssues } = await import('../kernel/problem.ts');
  const payload = PAYLOADS.find((one) => one === options.payload);
  const form = FORMS.find((one) => one === options.form);
  refuseIssues({
    payload: payload === undefined ? [`must be ${PAYLOADS.join(' or ')}`] : [],
    form: form === undefined ? [`must be one of ${FORMS.join(', ')}`] : [],
  });
  const { url, type: types, product: productIds, description, secret } = options;
  const input = { url, types, productIds, description, payload, form, secret };
  const allTypes = await eventTypes();
  printSecret(options, await change(options, (tx) => createEndpoint(tx, input, allTypes)));
}

async function rotateCommand(id: string, options: AccountOption): Promise<void> {
  const { rotateSecret } = await import('../modules/webhooks/index.ts');
  printSecret(options, await change(options, (tx) => rotateSecret(tx, id)));
}

function printSecret(
  { json }: AccountOption,
  { endpoint, secret }: { readonly endpoint: Endpoint; readonly secret: string },
): void {
  if (json === true) return printJson({ ...printable(endpoint), secret });
  console.log(secret);
  console.error(`This is the secret of the webhook endpoint ${endpoint.id}. It will not be shown again.`);
}

async function deleteCommand(id: string, options: AccountOption): Promise<void> {
  const { deleteEndpoint } = await import('../modules/webhooks/index.ts');
  await change(options, (tx) => deleteEndpoint(tx, id));
  if (options.json === true) return printJson({ id, outcome: 'deleted' });
  console.log(`Webhook endpoint ${id} was deleted.`);
}

function switchCommand(name: 'enableEndpoint' | 'disableEndpoint') {
  return async (id: string, options: AccountOption): Promise<void> => {
    const run = (await import('../modules/webhooks/index.ts'))[name];
    const endpoint = await change(options, (tx) => run(tx, id));
    if (options.json === true) return printJson(printable(endpoint));
    console.log(`Webhook endpoint ${id} is ${endpoint.status.toLowerCase()}.`);
  };
}

async function testCommand(id: string, options: AccountOption & { readonly type: string }): Promise<void> {
  const { testEndpoint } = await import('../modules/webhooks/index.ts');
  const test = { type: options.type, knownTypes: await eventTypes() };
  const delivery = await change(options, (tx) => testEndpoint(tx, id, test));
  if (options.json === true) return printJson(delivery);
  console.log(`A running server sends an example of ${options.type}: "latchkey webhooks deliveries ${id}".`);
}

interface ReplayOptions extends AccountOption {
  readonly from: Date;
  readonly to?: Date;
  readonly type?: readonly string[];
}

async function replayCommand(id: string, options: ReplayOptions): Promise<void> {
  const { replayEvents } = await import('../modules/webhooks/index.ts');
  const { from, to, type: types } = options;
  const allTypes = await eventTypes();
  const endpoint = await change(options, (tx) => replayEvents(tx, id, { from, to, types }, allTypes));
  if (options.json === true) return printJson(printable(endpoint));
  console.log(
    `A running server sends the events since ${from.toISOString()} again: "latchkey webhooks list" shows the progress.`,
  );
}

async function deliveriesCommand(id: string, options: AccountOption): Promise<void> {
  const { findEndpoint, listDeliveries, requestsOf } = await import('../modules/webhooks/index.ts');
  const { EVENT_EXAMPLES } = await import('../api/events/event-examples.ts');
  const [deliveries, requests] = await change(options, async (tx) => {
    const rows = await listDeliveries(tx, id, { limit: 100 });
    return [rows, await requestsOf(tx, await findEndpoint(tx, id), rows, EVENT_EXAMPLES)] as const;
  });
  if (options.json === true)
    return printJson(deliveries.map((delivery) => ({ ...delivery, request: requests.get(delivery.id) })));
  if (deliveries.length === 0) return console.log('There are no deliveries.');
  printTable(deliveries, [
    ['ID', (delivery) => delivery.id],
    ['TYPE', ({ type, isTest }) => (isTest ? `${type} (test)` : type)],
    ['STATUS', ({ status }) => status],
    ['ATTEMPTS', ({ attempts }) => String(attempts.length)],
    ['LAST ANSWER', answerOf],
    ['NEXT ATTEMPT', ({ nextAttemptAt }) => printedTime(nextAttemptAt)],
  ]);
}

function answerOf({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last === undefined ? '-' : (last.error ?? String(last.statusCode));
}

async function retryCommand(
  id: string,
  options: AccountOption & { readonly delivery: string },
): Promise<void> {
  const { retryDelivery } = await import('../modules/webhooks/index.ts');
  const delivery = await change(options, (tx) => retryDelivery(tx, id, options.delivery));
  if (options.json === true) return printJson(delivery);
  console.log(`A running server sends the delivery ${options.delivery} again.`);
}

/** An endpoint as it is printed: without its sealed secrets. */
function printable({ secretSealed: _secret, previousSealed: _previous, ...endpoint }: Endpoint): object {
  return endpoint;
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a date or a time such as 2030-01-31T12:00:00Z.');
  return time;
}
