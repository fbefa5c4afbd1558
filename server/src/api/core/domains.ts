import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  type Account,
  accountUrl,
  addDomains,
  checkDomain,
  type CommandTx,
  type Context,
  domainInUse,
  hostName,
  operatorOnly,
  refuseHostChange,
  removeDomains,
  replaceDomains,
  setDefaultAccount,
} from '../../modules/accounts/index.ts';
import {
  devicesAffected,
  type HostMoves,
  movesOfAddition,
  movesOfNewDefault,
  movesOfRemoval,
  movesOfReplacement,
  refuseUnconfirmed,
} from '../../modules/licensing/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { settingsAnswer, SettingsAnswer } from '../wire/settings.ts';

const URL = '/api/settings/domains';
const TAGS = ['Settings'];
const MAX_DOMAINS = 100;

const Domain = Type.String({ maxLength: 260, description: 'A host name such as licenses.example.com.' });
const Confirm = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'Number of devices in use that would reach another account, as 409 `DevicesAffected` reports it.',
  }),
);

const DomainsAnswer = Type.Object(
  {
    domains: Type.Array(Type.String(), {
      description: 'Custom domains that lead to the account; links use the first.',
    }),
    url: Type.String({ description: 'The base URL of links to the account.' }),
  },
  { title: 'AccountDomains' },
);

const DomainCheckAnswer = Type.Object(
  {
    domain: Type.String(),
    state: Type.Enum(['Fine', 'Elsewhere', 'Missing', 'Unknown'], {
      title: 'DomainState',
      description:
        '`Fine`: it has an address of this instance. `Elsewhere`: it has others, which is right only behind a CDN or a proxy. `Missing`: it has none. `Unknown`: the DNS did not answer.',
    }),
    addresses: Type.Array(Type.String(), { description: 'The addresses of the domain.' }),
    target: Type.String({ description: 'The host that it should lead to, for example by a CNAME record.' }),
    targetAddresses: Type.Array(Type.String(), { description: 'The addresses of that host.' }),
  },
  { title: 'DomainCheck' },
);

const NewDomain = Type.Object(
  {
    domain: Domain,
    first: Type.Optional(
      Type.Boolean({ description: 'Put it before the others, so that links use it. Default false.' }),
    ),
    confirm: Confirm,
  },
  { ...strict, title: 'NewDomain' },
);

const DomainList = Type.Object(
  { domains: Type.Array(Domain, { maxItems: MAX_DOMAINS }), confirm: Confirm },
  { ...strict, title: 'NewDomains' },
);

const RULES =
  'A host that moves devices in use to another account has to be confirmed with their number: such an account refuses ' +
  'their license tokens permanently. On an instance with several accounts, only its operator can change hosts.';
const REFUSALS = problems(staleRevision, domainInUse, operatorOnly, devicesAffected);

/** The hosts of an account (extended API, section B). */
export function registerDomains(app: App): void {
  registerList(app);
  registerCheck(app);
  registerAdd(app);
  registerReplace(app);
  registerRemove(app);
  registerDefault(app);
}

function registerList(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'listDomains',
      summary: 'Custom domains that lead to the account',
      tags: TAGS,
      response: { 200: DomainsAnswer, ...problems() },
    },
    handler: async ({ context, account }, reply) => {
      tagRevision(reply, account);
      return domainsAnswer(context, account);
    },
  });
}

function registerCheck(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:domain/check`,
    config: { access: access.vendor('settings:read'), limit: 'documentsPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'checkDomain',
      summary: 'What the DNS says about a domain of the account, and what it should say',
      tags: TAGS,
      params: Type.Object({ domain: Domain }),
      response: { 200: DomainCheckAnswer, ...problems() },
    },
    handler: async ({ account, context, params }) => {
      const domain = account.domains.find((each) => each === hostName(params.domain));
      if (domain === undefined)
        throw notFound({ detail: `The account does not have the domain ${params.domain}.` });
      const { addresses, targetAddresses, ...check } = await checkDomain(context, domain);
      return { ...check, addresses: [...addresses], targetAddresses: [...targetAddresses] };
    },
  });
}

function registerAdd(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('settings:mail') },
    schema: {
      operationId: 'addDomain',
      summary: 'Route a domain to the account',
      description: RULES,
      tags: TAGS,
      headers: RevisionHeaders,
      body: NewDomain,
      response: { 201: DomainsAnswer, ...REFUSALS },
    },
    handler: async (request, reply) => {
      const { domain, first = false, confirm } = request.body;
      const options = { isFirst: first, expectedRevision: expectedRevision(request) };
      await refuseHostChange(request.context, [hostName(domain)]);
      refuseUnconfirmed(await movesOfAddition(request.context, request.account, [domain]), confirm);
      return answerDomains(request, reply, (tx) => addDomains(tx, [domain], options), 201);
    },
  });
}

function registerReplace(app: App): void {
  app.route({
    method: 'PUT',
    url: URL,
    config: { access: access.vendor('settings:mail') },
    schema: {
      operationId: 'replaceDomains',
      summary: 'Replace the domains of the account, in this order',
      description: RULES,
      tags: TAGS,
      headers: RevisionHeaders,
      body: DomainList,
      response: { 200: DomainsAnswer, ...REFUSALS },
    },
    handler: async (request, reply) => {
      const { domains, confirm } = request.body;
      const options = { expectedRevision: expectedRevision(request) };
      const added = domains.filter((name) => !request.account.domains.includes(hostName(name)));
      await refuseHostChange(request.context, added.map(hostName));
      refuseUnconfirmed(await movesOfReplacement(request.context, request.account, domains), confirm);
      return answerDomains(request, reply, (tx) => replaceDomains(tx, domains, options));
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:domain`,
    config: { access: access.vendor('settings:mail') },
    schema: {
      operationId: 'removeDomain',
      summary: 'Remove a domain from the account',
      description: RULES,
      tags: TAGS,
      params: Type.Object({ domain: Domain }),
      querystring: Type.Object({ confirm: Confirm }),
      headers: RevisionHeaders,
      response: { 200: DomainsAnswer, ...problems(staleRevision, operatorOnly, devicesAffected) },
    },
    handler: async (request, reply) => {
      const names = [request.params.domain];
      const options = { expectedRevision: expectedRevision(request) };
      await refuseHostChange(request.context, []);
      refuseUnconfirmed(await movesOfRemoval(request.context, request.account, names), request.query.confirm);
      return answerDomains(request, reply, (tx) => removeDomains(tx, names, options));
    },
  });
}

function registerDefault(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/settings/set-default',
    config: { access: access.vendor('settings:mail') },
    schema: {
      operationId: 'setDefaultAccount',
      summary: 'Make the account the default one, which serves hosts that belong to no account',
      description: RULES,
      tags: TAGS,
      headers: RevisionHeaders,
      body: Type.Object({ confirm: Confirm }, { ...strict, title: 'NewDefaultAccount' }),
      response: { 200: SettingsAnswer, ...problems(staleRevision, operatorOnly, devicesAffected) },
    },
    handler: async (request, reply) => {
      const options = { expectedRevision: expectedRevision(request) };
      await refuseHostChange(request.context, []);
      const moves: HostMoves = await movesOfNewDefault(request.context, request.account);
      refuseUnconfirmed(moves, request.body.confirm);
      return revisedCommand(
        request,
        reply,
        (tx) => setDefaultAccount(tx, options),
        (account, tx) => settingsAnswer(tx, account),
      );
    },
  });
}

function answerDomains(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<Account>,
  status: 200 | 201 = 200,
): Promise<Static<typeof DomainsAnswer>> {
  return revisedCommand(request, reply, run, (account, tx) => domainsAnswer(tx, account), { status });
}

function domainsAnswer({ config }: Pick<Context, 'config'>, account: Account): Static<typeof DomainsAnswer> {
  return { domains: [...account.domains], url: accountUrl(config, account) };
}
