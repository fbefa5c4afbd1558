import { type Static, Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
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
import { problems } from '../../platform/http/answers/responses.ts';
import { IMPORT_BODY_LIMIT } from '../../platform/http/server/server.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { CustomPropertiesAnswer, propertiesAnswer } from '../wire/custom-properties.ts';
import { deviceFields } from '../wire/device.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import { type IssuedResource, registerProperties, registerReading } from './issued-routes.ts';

const TAGS = ['Trials'];

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

const TRIALS: IssuedResource<Trial, Static<typeof TrialAnswer>> = {
  name: 'Trial',
  path: '/api/trials',
  scope: 'trials',
  schema: TrialAnswer,
  list: listTrials,
  find: findTrial,
  item: trialAnswer,
  replaceProperties: replaceTrialProperties,
};

/** Trials (core API, Trials). */
export function registerCoreTrials(app: App, system: System): void {
  registerReading(app, system, TRIALS);
  registerImport(app, system);
  registerProperties(app, system, TRIALS);
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
