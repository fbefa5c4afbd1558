import { type Static, Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import {
  findTrial,
  importTrial,
  listTrials,
  replaceTrialProperties,
  type Trial,
  trialExists,
  trialStatus,
} from '../../modules/licensing/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { pageOf } from '../../platform/http/answers/paging.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import { IMPORT_BODY_LIMIT } from '../../platform/http/server/server.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { CustomPropertiesAnswer, CustomPropertiesBody, propertiesAnswer } from '../wire/custom-properties.ts';
import { deviceFields } from '../wire/device.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import { creationPage, CreationQuery } from './creation-list.ts';

const TAGS = ['Trials'];
const IdPath = Type.Object({ id: Type.String({ description: 'The trial.' }) });

export const TrialAnswer = Type.Object(
  {
    id: Type.String(),
    productId: Type.String(),
    ownerId: Type.Optional(Type.String({ description: 'The customer; absent on anonymous trials.' })),
    deviceName: Type.String(),
    deviceSignature: Type.String(),
    lastValidatedAt: Moment,
    expiresAt: Moment,
    createdAt: Moment,
    status: Type.Enum(['Active', 'Expired']),
    properties: Type.Optional(CustomPropertiesAnswer),
  },
  { title: 'Trial' },
);

const ImportBody = Type.Object(
  {
    productId: Type.String(),
    ...deviceFields,
    expiresAt: Moment,
    ownerId: Type.Optional(Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID' })),
    lastValidation: Type.Optional(Moment),
    createdAt: Type.Optional(Moment),
  },
  { title: 'TrialImport', additionalProperties: false },
);

/** Trials (core API, Trials). */
export function registerCoreTrials(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, system);
  registerImport(app, system);
  registerProperties(app, system);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/trials',
    config: { access: access.apiKey('trials:read') },
    schema: {
      operationId: 'listTrials',
      summary: 'Trials, newest first',
      tags: TAGS,
      querystring: CreationQuery,
      response: { 200: pageOf(TrialAnswer), ...problems() },
    },
    handler: (request) =>
      creationPage(system, request, request.query, { list: listTrials, item: trialAnswer }),
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/trials/:id',
    config: { access: access.apiKey('trials:read') },
    schema: {
      operationId: 'getTrial',
      summary: 'One trial',
      tags: TAGS,
      params: IdPath,
      response: { 200: TrialAnswer, ...problems() },
    },
    handler: async ({ context, params }) => {
      const trial = await findTrial(context, guidOf(params.id));
      if (trial === undefined) throw notFound({ detail: `There is no trial ${params.id}.` });
      return trialAnswer(trial, system.clock.now());
    },
  });
}

function registerImport(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/trials/import',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.apiKey('trials:write') },
    schema: {
      operationId: 'importTrial',
      summary: 'Import a trial from another system, so that it cannot be started again',
      tags: TAGS,
      body: ImportBody,
      response: { 200: TrialAnswer, ...problems(trialExists) },
    },
    handler: (request) => {
      const { body } = request;
      const input = {
        ...body,
        expiresAt: momentOf(body.expiresAt),
        lastValidation: momentOf(body.lastValidation),
        createdAt: momentOf(body.createdAt),
      };
      return command(
        request,
        (tx) => importTrial(tx, input),
        (trial) => trialAnswer(trial, system.clock.now()),
      );
    },
  });
}

function registerProperties(app: App, system: System): void {
  app.route({
    method: 'PUT',
    url: '/api/trials/:id/custom-properties',
    config: { access: access.apiKey('trials:write') },
    schema: {
      operationId: 'replaceTrialProperties',
      summary: 'Replace the custom properties of a trial',
      tags: TAGS,
      params: IdPath,
      body: CustomPropertiesBody,
      response: { 200: TrialAnswer, ...problems() },
    },
    handler: async ({ context, params, body }) => {
      const trial = await replaceTrialProperties(context, guidOf(params.id), body);
      return trialAnswer(trial, system.clock.now());
    },
  });
}

/** The wire form of a trial in the Core API. */
export function trialAnswer(trial: Trial, now: Date): Static<typeof TrialAnswer> {
  return {
    id: trial.id,
    productId: trial.productId,
    ...(trial.customerId !== null && { ownerId: trial.customerId }),
    deviceName: trial.deviceName,
    deviceSignature: trial.deviceSignature,
    lastValidatedAt: trial.lastValidatedAt.toISOString(),
    expiresAt: trial.expiresAt.toISOString(),
    createdAt: trial.createdAt.toISOString(),
    status: trialStatus(trial, now),
    ...propertiesAnswer(trial.properties),
  };
}
