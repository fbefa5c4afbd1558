import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import type { CommandTx, QueryContext } from '../../modules/accounts/index.ts';
import { findProduct } from '../../modules/catalog/index.ts';
import {
  addDownload,
  createRelease,
  downloadsByVersion,
  editRelease,
  findRelease,
  listReleases,
  MAX_DOWNLOADS,
  publishRelease,
  releaseExists,
  type ReleaseRow,
  type ReleaseTarget,
  releaseYanked,
  restoreRelease,
  settleUploads,
  uploadBusy,
  yankRelease,
} from '../../modules/releases/index.ts';
import { notFound } from '../../kernel/problem.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { DownloadInput, ReleaseAnswer, releaseAnswer } from '../wire/release.ts';

const TAGS = ['Releases'];
const URL = '/api/products/:productId/releases';
const ProductPath = Type.Object({ productId: Type.String() });
const ReleasePath = Type.Object({ productId: Type.String(), version: Type.String() });

const VersionPart = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const facts = {
  description: Type.Optional(Type.String({ maxLength: 100_000, description: 'What is new.' })),
  channel: Type.Optional(
    Type.String({ description: 'Who gets it, such as `beta`. `stable`, the default, is for everybody.' }),
  ),
  minimumSupportedVersion: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Lower versions of the product are no longer supported. Default null: all are.',
    }),
  ),
  securityFix: Type.Optional(
    Type.Boolean({
      description:
        'Licenses that cover an earlier version of its line (the same major and minor number) cover it, too. Default false. A published release stays one.',
    }),
  ),
};
const downloads = Type.Array(DownloadInput, { maxItems: MAX_DOWNLOADS });

const NewRelease = Type.Object(
  {
    version: Type.Object(
      { major: VersionPart, minor: VersionPart, patch: VersionPart },
      { ...strict, title: 'NewVersion' },
    ),
    downloads,
    ...facts,
  },
  { ...strict, title: 'NewRelease' },
);
const ReleaseReplacement = Type.Object({ downloads, ...facts }, { ...strict, title: 'ReleaseReplacement' });
const ReleasePatch = Type.Object(facts, { ...strict, title: 'ReleaseChanges' });
const Yank = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'For you and your colleagues.' }) },
  { ...strict, title: 'Yank' },
);
const PublishQuery = Type.Object({
  publishImmediately: Type.Optional(
    Type.Boolean({ description: 'Customers get it immediately. Default false.' }),
  ),
});

/** Versions of products and their files (core API, Product releases). */
export function registerCoreReleases(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerNew(app);
  registerReplace(app);
  registerPatch(app);
  for (const method of ['POST', 'PUT'] as const) registerAddDownload(app, method);
  registerPublish(app);
  registerYank(app);
  registerRestore(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('releases:read'), exportedAs: 'releases/:productId' },
    schema: {
      operationId: 'listReleases',
      summary: 'Releases of a product, the highest version first',
      tags: TAGS,
      params: ProductPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(ReleaseAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const { productId } = params;
      if ((await findProduct(context, productId)) === undefined)
        throw notFound({ detail: `There is no product ${productId}.` });
      const page = readPage(system, request, query);
      const rows = await listReleases(context, {
        productId,
        limit: page.limit,
        belowVersion: page.after?.id,
      });
      const versions = rows.map(({ version }) => version);
      const files = await downloadsByVersion(context, { productId, versions });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, version }) => ({ at: createdAt, id: version }),
        item: (row) => releaseAnswer(context, row, files.get(row.version) ?? []),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:version`,
    config: { access: access.vendor('releases:read') },
    schema: {
      operationId: 'getRelease',
      summary: 'One release',
      tags: TAGS,
      params: ReleasePath,
      response: { 200: ReleaseAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const release = await findRelease(context, params);
      if (release === undefined)
        throw notFound({ detail: `There is no release ${params.version} of ${params.productId}.` });
      tagRevision(reply, release);
      return presentRelease(context, release);
    },
  });
}

function registerNew(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/new`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'createRelease',
      summary: 'Add a release with uploaded files',
      tags: TAGS,
      params: ProductPath,
      querystring: PublishQuery,
      body: NewRelease,
      response: { 201: ReleaseAnswer, ...problems(releaseExists, uploadBusy) },
    },
    handler: async (request, reply) => {
      const { context, params, query, body } = request;
      const { major, minor, patch } = body.version;
      const input = {
        ...editOf(body),
        downloads: body.downloads,
        productId: params.productId,
        version: `${major}.${minor}.${patch}`,
        isPublished: query.publishImmediately,
      };
      await settleUploads(context, body.downloads);
      return answerCommand(request, reply, (tx) => createRelease(tx, input), 201);
    },
  });
}

function registerReplace(app: App): void {
  app.route({
    method: 'PUT',
    url: `${URL}/:version`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'replaceRelease',
      summary: 'Replace the files of a release',
      description: 'A file stays when its key is in the list. Other fields change where they are sent.',
      tags: TAGS,
      params: ReleasePath,
      querystring: PublishQuery,
      headers: RevisionHeaders,
      body: ReleaseReplacement,
      response: { 200: ReleaseAnswer, ...problems(staleRevision, releaseYanked, uploadBusy) },
    },
    handler: async (request, reply) => {
      const { context, query, body } = request;
      const edit = { ...editOf(body), downloads: body.downloads, isPublished: query.publishImmediately };
      const target = targetOf(request);
      await settleUploads(context, body.downloads);
      return answerCommand(request, reply, (tx) => editRelease(tx, target, edit));
    },
  });
}

function registerPatch(app: App): void {
  app.route({
    method: 'PATCH',
    url: `${URL}/:version`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'updateRelease',
      summary: 'Change a release; fields that are not sent stay unchanged',
      tags: TAGS,
      params: ReleasePath,
      headers: RevisionHeaders,
      body: ReleasePatch,
      response: { 200: ReleaseAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const [target, edit] = [targetOf(request), editOf(request.body)];
      return answerCommand(request, reply, (tx) => editRelease(tx, target, edit));
    },
  });
}

function registerAddDownload(app: App, method: 'POST' | 'PUT'): void {
  app.route({
    method,
    url: `${URL}/:version/add-download`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: method === 'POST' ? 'addDownload' : 'putDownload',
      summary: 'Add a file to a release',
      description: 'It takes the place of a file with the same platform and name.',
      tags: TAGS,
      params: ReleasePath,
      headers: RevisionHeaders,
      body: DownloadInput,
      response: { 200: ReleaseAnswer, ...problems(staleRevision, uploadBusy) },
    },
    handler: async (request, reply) => {
      const { context, body } = request;
      const target = targetOf(request);
      await settleUploads(context, [body]);
      return answerCommand(request, reply, (tx) => addDownload(tx, target, body));
    },
  });
}

function registerPublish(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:version/publish`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'publishRelease',
      summary: 'Make a release available to customers',
      description:
        'One of the channel `stable` becomes the current version of its product if it is higher. Publishing it again does not change the current version.',
      tags: TAGS,
      params: ReleasePath,
      querystring: Type.Object({
        makeCurrent: Type.Optional(
          Type.Boolean({
            description:
              'It becomes the current version, even if the one before is higher or it was published before. Only for the channel `stable`. Default false.',
          }),
        ),
      }),
      headers: RevisionHeaders,
      response: { 200: ReleaseAnswer, ...problems(staleRevision, releaseYanked) },
    },
    handler: async (request, reply) => {
      const target = targetOf(request);
      return answerCommand(request, reply, (tx) =>
        publishRelease(tx, target, { makesCurrent: request.query.makeCurrent }),
      );
    },
  });
}

function registerYank(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:version/yank`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'yankRelease',
      summary: 'Yank a release: withdraws it and its files from customers',
      description:
        'The highest remaining version becomes the current one. Installed applications keep working.',
      tags: TAGS,
      params: ReleasePath,
      headers: RevisionHeaders,
      body: Yank,
      response: { 200: ReleaseAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const target = targetOf(request);
      return answerCommand(request, reply, (tx) => yankRelease(tx, target, request.body.reason));
    },
  });
}

function registerRestore(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:version/restore`,
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'restoreRelease',
      summary: 'Restore a yanked release',
      description: 'It becomes the current version when it is higher than that.',
      tags: TAGS,
      params: ReleasePath,
      headers: RevisionHeaders,
      response: { 200: ReleaseAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const target = targetOf(request);
      return answerCommand(request, reply, (tx) => restoreRelease(tx, target));
    },
  });
}

function targetOf(request: FastifyRequest<{ Params: Static<typeof ReleasePath> }>): ReleaseTarget {
  const { productId, version } = request.params;
  return { productId, version, expectedRevision: expectedRevision(request) };
}

/** The wire fields under the names of the module. */
function editOf({
  description,
  channel,
  minimumSupportedVersion: minimumVersion,
  securityFix: isSecurityFix,
}: Static<typeof ReleasePatch>) {
  return { description, channel, minimumVersion, isSecurityFix };
}

function answerCommand(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<ReleaseRow>,
  status: 200 | 201 = 200,
): Promise<Static<typeof ReleaseAnswer>> {
  return revisedCommand(request, reply, run, (release, tx) => presentRelease(tx, release), { status });
}

/** One release as the Core API shows it. */
export async function presentRelease(ctx: QueryContext, release: ReleaseRow) {
  const { productId, version } = release;
  const files = await downloadsByVersion(ctx, { productId, versions: [version] });
  return releaseAnswer(ctx, release, files.get(version) ?? []);
}
