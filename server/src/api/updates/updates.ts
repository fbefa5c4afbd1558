import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { forbidden, notFound } from '../../kernel/problem.ts';
import { productNotOwned } from '../../modules/licensing/index.ts';
import { listUpdates } from '../../modules/releases/index.ts';
import { cachedBody, sendCached } from '../../platform/http/content/cached-body.ts';
import { varyBy } from '../../platform/http/content/vary.ts';
import { emptyAnswer, problems, textAnswer } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { findProductForViewer, type ProductView, refuseRestricted } from '../guards/download-access.ts';
import { appcast } from './appcast.ts';
import { electronFeed, electronUpdate } from './electron.ts';
import { TAURI_ARCHS, TAURI_SYSTEMS, tauriFile, tauriUpdate } from './tauri.ts';
import { registerUpdateFiles } from './update-files.ts';
import { type UpdateSource, updateSource } from './update-source.ts';
import { findPackage, velopackChannel, velopackReleases } from './velopack.ts';
import { answerFile } from './answer-file.ts';
import { fileAnswers } from '../wire/file-answer.ts';

const TAGS = ['Updates'];
const URL = '/api/public/updates/:productId';
const XML = 'application/xml; charset=utf-8';
const YAML = 'application/yaml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** The time for which a cache may respond in place of the server. */
const CACHE_SECONDS = 30;
const REMEDY =
  'Send the token of a license in the request header Authorization, behind the word LicenseToken.';

const productId = Type.String({ maxLength: 100 });
const ChannelPath = Type.Object({
  productId,
  channel: Type.String({
    maxLength: 50,
    description: 'Such as `beta`, which also has the releases of `stable`.',
  }),
});
const unchanged = emptyAnswer('The feed with the tag of If-None-Match is still the same.');
const refusals = problems(forbidden, productNotOwned);
const ACCESS_NOTE =
  '`downloadAccess` of the product decides who may read it; `Authorization: LicenseToken` proves ownership.';

const VersionFields = {
  version: Type.String(),
  notes: Type.Optional(Type.String()),
  pub_date: Type.Optional(Type.String({ format: 'date-time' })),
};
const SignedFile = { url: Type.String({ format: 'uri' }), signature: Type.String() };
const TauriFile = Type.Object(
  {
    ...VersionFields,
    platforms: Type.Record(Type.String(), Type.Object(SignedFile, { title: 'TauriFile' }), {
      title: 'TauriTargets',
      description: 'By target, such as `darwin-aarch64` or `windows-x86_64-nsis`.',
    }),
  },
  { title: 'TauriUpdates' },
);
const TauriUpdate = Type.Object({ ...VersionFields, ...SignedFile }, { title: 'TauriUpdate' });
const VelopackReleases = Type.Object(
  {
    Assets: Type.Array(
      Type.Object(
        {
          PackageId: Type.String(),
          Version: Type.String(),
          Type: Type.Enum(['Full', 'Delta']),
          FileName: Type.String(),
          SHA1: Type.String({ description: 'Velopack compares it, upper-case hexadecimal.' }),
          SHA256: Type.String(),
          Size: Type.Integer({ description: 'Bytes.' }),
          NotesMarkdown: Type.Optional(Type.String()),
        },
        { title: 'VelopackAsset' },
      ),
    ),
  },
  { title: 'VelopackReleases' },
);

/** Feeds of the updates of a product, in the formats of desktop updaters. */
export function registerUpdates(app: App): void {
  registerAppcast(app);
  registerElectron(app);
  registerTauriFile(app);
  registerTauriUpdate(app);
  registerVelopack(app);
  registerUpdateFiles(app, { remedy: REMEDY, note: ACCESS_NOTE });
}

function registerAppcast(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:channel/appcast.xml`,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getAppcast',
      summary: 'Updates for Sparkle and WinSparkle',
      description: ACCESS_NOTE,
      tags: TAGS,
      params: ChannelPath,
      querystring: Type.Object({
        platform: Type.Optional(Type.Enum(['Mac', 'Windows'], { description: 'Only its files.' })),
        arch: Type.Optional(
          Type.Enum(['X86', 'X64', 'Arm64'], { description: 'Only files that run on this processor.' }),
        ),
      }),
      response: {
        200: textAnswer('The appcast.', Type.String(), 'application/xml'),
        304: unchanged,
        ...refusals,
      },
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      const source = await sourceOf(request, params.productId, params.channel);
      return send(request, reply, source, await appcast(source, query), XML);
    },
  });
}

function registerElectron(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:file`,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getElectronUpdate',
      summary: 'The newest update for electron-updater',
      description: `Such as \`latest.yml\`, \`latest-mac.yml\` or \`beta-linux-arm64.yml\`; \`latest\` is the channel \`stable\`. ${ACCESS_NOTE}`,
      tags: TAGS,
      params: Type.Object({ productId, file: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The update.', Type.String(), 'application/yaml'),
        304: unchanged,
        ...refusals,
      },
    },
    handler: async (request, reply) => {
      const { productId: id, file } = request.params;
      const feed = electronFeed(file);
      if (feed === undefined) throw notFound({ detail: `There is no feed ${file}.` });
      const source = await sourceOf(request, id, feed.channel);
      const text = await electronUpdate(source, feed);
      if (text === undefined)
        throw notFound({ detail: `${source.product.name} has no installer for ${file} yet.` });
      return send(request, reply, source, text, YAML);
    },
  });
}

function registerTauriFile(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:channel/tauri.json`,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getTauriUpdates',
      summary: 'The newest update for all targets of Tauri',
      description: ACCESS_NOTE,
      tags: TAGS,
      params: ChannelPath,
      response: { 200: TauriFile, 304: unchanged, ...refusals },
    },
    handler: async (request, reply) => {
      const { params } = request;
      const source = await sourceOf(request, params.productId, params.channel);
      const file = tauriFile(source);
      if (file === undefined)
        throw notFound({ detail: `${source.product.name} has no file that is signed for Tauri yet.` });
      return send(request, reply, source, JSON.stringify(file), JSON_TYPE);
    },
  });
}

function registerTauriUpdate(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:channel/tauri/:target/:arch/:currentVersion`,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getTauriUpdate',
      summary: 'The update for one target of Tauri, if there is a newer one',
      description: ACCESS_NOTE,
      tags: TAGS,
      params: Type.Object({
        ...ChannelPath.properties,
        target: Type.Enum(TAURI_SYSTEMS),
        arch: Type.Enum(TAURI_ARCHS),
        currentVersion: Type.String({ maxLength: 100 }),
      }),
      querystring: Type.Object({
        bundle: Type.Optional(
          Type.String({ maxLength: 50, description: 'How it was installed, such as `nsis` or `deb`.' }),
        ),
      }),
      response: {
        200: TauriUpdate,
        204: emptyAnswer('There is no newer one.'),
        304: unchanged,
        ...refusals,
      },
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      const source = await sourceOf(request, params.productId, params.channel);
      const { target: system, arch, currentVersion } = params;
      const update = tauriUpdate(source, { system, arch, currentVersion, bundle: query.bundle });
      if (update === undefined) return reply.code(204).send(undefined);
      return send(request, reply, source, JSON.stringify(update), JSON_TYPE);
    },
  });
}

function registerVelopack(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:channel/velopack/:file`,
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getVelopackFile',
      summary: 'Updates for Velopack: `releases.win.json` and the like, and the packages that they name',
      description: ACCESS_NOTE,
      tags: TAGS,
      params: Type.Object({ ...ChannelPath.properties, file: Type.String({ maxLength: 200 }) }),
      response: {
        ...fileAnswers,
        200: {
          description: 'The list of packages, or a package.',
          content: { 'application/json': { schema: VelopackReleases }, ...fileAnswers[200].content },
        },
        302: emptyAnswer('The package is at the Location.'),
        ...refusals,
      },
    },
    handler: async (request, reply) => {
      const { params } = request;
      const source = await sourceOf(request, params.productId, params.channel);
      const channel = velopackChannel(params.file);
      if (channel !== undefined)
        return send(request, reply, source, JSON.stringify(velopackReleases(source, channel)), JSON_TYPE);
      return answerFile(request, reply, findPackage(source, params.file));
    },
  });
}

interface FeedSource extends UpdateSource {
  readonly product: ProductView['product'];
  /** Others get other updates. */
  readonly isForCaller: boolean;
}

/** Raises 403 where the sender of the request may not read the feed. */
async function sourceOf(request: FastifyRequest, id: string, channel: string): Promise<FeedSource> {
  const { context } = request;
  const view = await findProductForViewer(request, id);
  refuseRestricted(view, REMEDY);
  const { product, coverage } = view;
  // The newest version that the licenses of the caller cover, so that an updater never installs one that they do not.
  const updates = await listUpdates(context, product, channel, coverage?.highest);
  return { ...updateSource(context, product, updates), product, isForCaller: coverage !== undefined };
}

/** A public response may be cached by everyone, though not for long: a yanked release must disappear at once. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { product, isForCaller }: FeedSource,
  text: string,
  mediaType: string,
): FastifyReply {
  const scope = product.downloadAccess === 'Everyone' && !isForCaller ? 'public' : 'private';
  reply.header('cache-control', `${scope}, max-age=${CACHE_SECONDS}`);
  // Without it, a shared cache would answer an owner with the feed of everybody.
  return sendCached(request, varyBy(reply, 'Authorization'), cachedBody(text), mediaType);
}
