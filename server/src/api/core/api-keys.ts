import type { FastifyReply, FastifyRequest } from 'fastify';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  type ApiKey,
  apiKeyEnded,
  type ApiKeyWithSecret,
  type CommandTx,
  createApiKey,
  findApiKey,
  isInForce,
  pageApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
  API_SCOPES,
  MAX_OVERLAP_HOURS,
} from '../../modules/accounts/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { subjectText } from '../../platform/journal/record.ts';
import { listEventsAbout } from '../../platform/journal/store.ts';
import type { System } from '../../platform/system.ts';
import { hasScope, scopesOfCaller } from '../guards/caller.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { actorAnswer, AuditActor, namesOfActors } from '../wire/actor.ts';
import { strict } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment, momentOf } from '../wire/moment.ts';

const TAGS = ['API keys'];
const URL = '/api/settings/api-keys';
const DEFAULT_OVERLAP_HOURS = 24;

const KeyPath = Type.Object({ id: Type.String({ description: 'The API key.' }) });
const KeyName = Type.String({ minLength: 1, maxLength: 100, description: 'The purpose of the key.' });
const Scope = Type.Enum(['*', ...API_SCOPES], {
  title: 'ApiScope',
  description: 'What a key allows; `*` allows everything, including scopes added later.',
});
const GRANT =
  'A key cannot grant scopes that it lacks, or a later expiry than its own: that is 403 `Forbidden`.';

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.Optional(
    Type.String({
      description: 'The first 11 characters of the key. Old keys have none until they are rotated.',
    }),
  ),
  scopes: Type.Array(Type.String()),
  status: Type.Enum(['Active', 'Expired', 'Revoked'], { title: 'ApiKeyStatus' }),
  createdAt: Moment,
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'The key expires at this time. Absent: never.' }),
  ),
  revokedAt: Type.Optional(Moment),
  lastUsedAt: Type.Optional(Type.String({ format: 'date-time', description: 'Accurate to the minute.' })),
  previousExpiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until when the secret before the last rotation still works.',
    }),
  ),
};

const CREATION = 'api-key.created';
const CREATOR =
  '`createdBy` needs the scope `audit:read`, and is there for as long as the audit log has the event.';

const ApiKeyAnswer = Type.Object(
  {
    ...keyFields,
    // Absent without the scope `audit:read`, in answers to changes, and once the audit log has forgotten it.
    createdBy: Type.Optional(AuditActor),
  },
  { title: 'ApiKey' },
);

const ApiKeySecret = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself. It is shown only now.' }) },
  { title: 'ApiKeyWithSecret' },
);

const NewKey = Type.Object(
  {
    name: KeyName,
    scopes: Type.Array(Scope, { minItems: 1, maxItems: API_SCOPES.length + 1 }),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The key expires at this time. Absent: never.' }),
    ),
  },
  { ...strict, title: 'NewApiKey' },
);

const KeyPatch = Type.Object(
  {
    name: Type.Optional(KeyName),
    expiresAt: Type.Optional(Type.Union([Moment, Type.Null()], { description: 'Null: never.' })),
  },
  { ...strict, title: 'ApiKeyChanges' },
);

const Rotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        description: `Hours for which the current secret still works; 0: it ends immediately. Default ${DEFAULT_OVERLAP_HOURS}.`,
      }),
    ),
  },
  { ...strict, title: 'ApiKeyRotation' },
);

/** The API keys of an account (extended API, section B). */
export function registerApiKeys(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, system);
  registerCreate(app);
  registerUpdate(app);
  registerRotate(app);
  registerRevoke(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'listApiKeys',
      summary: 'API keys, newest first, without their secrets',
      description: CREATOR,
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(ApiKeyAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const now = system.clock.now();
      const keys = await pageApiKeys(context, page);
      const creators = await creatorsOf(system, request, keys);
      return toPage(system, request, page, keys, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (apiKey) => ({ ...keyAnswer(apiKey, now), ...creators(apiKey) }),
      });
    },
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: `${URL}/:id`,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getApiKey',
      summary: 'One API key, without its secret',
      description: CREATOR,
      tags: TAGS,
      params: KeyPath,
      response: { 200: ApiKeyAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const apiKey = await findApiKey(context, guidOf(params.id));
      const creators = await creatorsOf(system, request, [apiKey]);
      tagRevision(reply, apiKey);
      return { ...keyAnswer(apiKey, context.clock.now()), ...creators(apiKey) };
    },
  });
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('settings:write'), isSensitive: true },
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        `The response alone shows the key. ${GRANT} With an \`Idempotency-Key\`, the response is stored for 24 hours, ` +
        'encrypted, so that a lost one can be fetched again with the same API key.',
      tags: TAGS,
      body: NewKey,
      response: { 201: ApiKeySecret, ...problems() },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const input = { ...body, expiresAt: momentOf(body.expiresAt) };
      return answerSecret(request, reply, (tx) => createApiKey(tx, input, grantorOf(request)), 201);
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: `${URL}/:id`,
    config: { access: access.vendor('settings:write'), isSensitive: true },
    schema: {
      operationId: 'updateApiKey',
      summary: 'Change the name or the expiry of an API key; scopes never change',
      description: GRANT,
      tags: TAGS,
      params: KeyPath,
      body: KeyPatch,
      headers: RevisionHeaders,
      response: { 200: ApiKeyAnswer, ...problems(staleRevision, apiKeyEnded) },
    },
    handler: async (request, reply) => {
      const { name, expiresAt } = request.body;
      const changes = { name, expiresAt: expiresAt === null ? null : momentOf(expiresAt) };
      const options = { expectedRevision: expectedRevision(request), grantor: grantorOf(request) };
      const id = guidOf(request.params.id);
      return revisedCommand(request, reply, (tx) => updateApiKey(tx, id, changes, options), presentKey);
    },
  });
}

function registerRotate(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:id/rotate`,
    config: { access: access.vendor('settings:write'), isSensitive: true },
    schema: {
      operationId: 'rotateApiKey',
      summary: 'Give an API key a new secret; the old one works for a while',
      description:
        `A key that was rotated before the overlap ended has two secrets at most: the oldest ends immediately. ${GRANT} ` +
        'A key can rotate itself.',
      tags: TAGS,
      params: KeyPath,
      body: Rotation,
      response: { 200: ApiKeySecret, ...problems(apiKeyEnded) },
    },
    handler: async (request, reply) => {
      const { overlapHours = DEFAULT_OVERLAP_HOURS } = request.body;
      const id = guidOf(request.params.id);
      const rotate = (tx: CommandTx) => rotateApiKey(tx, id, { overlapHours }, grantorOf(request));
      return answerSecret(request, reply, rotate, 200);
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:id/revoke`,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key permanently and immediately in every process',
      description:
        'Revoking it again changes nothing. A key can revoke any key of its account, including itself.',
      tags: TAGS,
      params: KeyPath,
      response: { 200: ApiKeyAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const id = guidOf(request.params.id);
      return revisedCommand(request, reply, (tx) => revokeApiKey(tx, id), presentKey);
    },
  });
}

/** Whoever makes the request, and grants no more than they have. A role has no end. */
function grantorOf({ caller }: FastifyRequest): Pick<ApiKey, 'scopes' | 'expiresAt'> {
  return caller.kind === 'ApiKey' ? caller.apiKey : { scopes: scopesOfCaller(caller), expiresAt: null };
}

/** Finds who created these keys, as far as the caller may read the audit log. */
async function creatorsOf(
  { database }: System,
  { account, caller, context }: FastifyRequest,
  keys: readonly ApiKey[],
): Promise<(apiKey: ApiKey) => { readonly createdBy?: Static<typeof AuditActor> }> {
  if (!hasScope(caller, 'audit:read')) return () => ({});
  const subjectOf = ({ id }: ApiKey) => subjectText('apiKey', id);
  const events = await listEventsAbout(database.reader, account.id, {
    type: CREATION,
    subjects: keys.map(subjectOf),
  });
  const names = await namesOfActors(context, events);
  const actors = new Map(
    events.flatMap((event) => event.subjects.map((subject) => [subject, actorAnswer(event, names)])),
  );
  return (apiKey) => {
    const createdBy = actors.get(subjectOf(apiKey));
    return { ...(createdBy !== undefined && { createdBy }) };
  };
}

async function answerSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<ApiKeyWithSecret>,
  status: 200 | 201,
): Promise<Static<typeof ApiKeySecret>> {
  return revisedCommand(
    request,
    reply,
    async (tx) => {
      const { apiKey, key } = await run(tx);
      return { ...apiKey, key };
    },
    (result, { clock }) => ({ ...keyAnswer(result, clock.now()), key: result.key }),
    { status },
  );
}

function presentKey(apiKey: ApiKey, { clock }: CommandTx): Static<typeof ApiKeyAnswer> {
  return keyAnswer(apiKey, clock.now());
}

function keyAnswer(apiKey: ApiKey, now: Date): Static<typeof ApiKeyAnswer> {
  const { id, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, previousExpiresAt } = apiKey;
  const isOverlapping = previousExpiresAt !== null && previousExpiresAt > now;
  return {
    id,
    name,
    ...(prefix !== null && { prefix }),
    scopes: [...scopes],
    status: statusOf(apiKey, now),
    createdAt: createdAt.toISOString(),
    ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt !== null && { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(isOverlapping && { previousExpiresAt: previousExpiresAt.toISOString() }),
  };
}

function statusOf(apiKey: ApiKey, now: Date): 'Active' | 'Expired' | 'Revoked' {
  if (apiKey.revokedAt !== null) return 'Revoked';
  return isInForce(apiKey, now) ? 'Active' : 'Expired';
}
