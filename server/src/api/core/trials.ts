import { type Static, Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import {
  findTrial,
  importTrial,
  listTrials,
  replaceTrialProperties,
  resetTrial,
  type Trial,
  trialExists,
  trialImportFields,
  trialImportOf,
  trialStatus,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { IMPORT_BODY_LIMIT } from './bulk-import.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { CustomPropertiesAnswer, propertiesAnswer } from '../wire/custom-properties.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { ReasonInput, reasonIn } from '../wire/reason.ts';
import {
  issuedPage,
  issuedQuery,
  type IssuedResource,
  registerGet,
  registerProperties,
} from './issued-routes.ts';

const TAGS = ['Trials'];

const TrialAnswer = Type.Object(
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
    resetAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Set while the device may start the trial again.' }),
    ),
    properties: Type.Optional(CustomPropertiesAnswer),
  },
  { title: 'Trial' },
);

const ImportInput = Type.Object(
  {
    ...trialImportFields,
    ownerId: Type.Optional(Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID' })),
  },
  { title: 'TrialImport', additionalProperties: false },
);

const TrialsQuery = Type.Object({
  ...issuedQuery,
  status: Type.Optional(
    Type.Enum(['Active', 'Expired'], {
      description:
        'Only trials of this status. They are sorted by `expiresAt`, the latest first, unless `ownerId`, `email` or ' +
        '`deviceSignature` is set.',
    }),
  ),
  deviceSignature: Type.Optional(Type.String({ maxLength: 512, description: 'Only of this device.' })),
});

const TRIALS: IssuedResource<Trial, Static<typeof TrialAnswer>> = {
  name: 'Trial',
  path: '/api/trials',
  scope: 'trials',
  schema: TrialAnswer,
  find: findTrial,
  presenter:
    async ({ clock }) =>
    (trial) =>
      trialAnswer(trial, clock.now()),
  replaceProperties: replaceTrialProperties,
};

/** Trials (core API, Trials). */
export function registerCoreTrials(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, TRIALS);
  registerImport(app, system);
  registerReset(app, system);
  registerProperties(app, TRIALS);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/trials',
    config: { access: access.vendor('trials:read'), exportedAs: 'trials' },
    schema: {
      operationId: 'listTrials',
      summary: 'Trials, newest first',
      description: 'Filters can be combined; all of them apply.',
      tags: TAGS,
      querystring: TrialsQuery,
      response: { 200: pageOf(TrialAnswer), ...problems() },
    },
    handler: (request) => {
      const { status, deviceSignature } = request.query;
      const list = {
        filters: { status, deviceSignature },
        list: listTrials,
        item: (trial: Trial) => trialAnswer(trial, system.clock.now()),
      } as const;
      return issuedPage(system, request, request.query, list);
    },
  });
}

function registerImport(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/trials/import',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.vendor('trials:write') },
    schema: {
      operationId: 'importTrial',
      summary: 'Import a trial from another system, so that it cannot be started again',
      tags: TAGS,
      body: ImportInput,
      response: { 200: TrialAnswer, ...problems(trialExists) },
    },
    handler: (request) => {
      const input = trialImportOf(request.body);
      return command(
        request,
        (tx) => importTrial(tx, input),
        (trial) => trialAnswer(trial, system.clock.now()),
      );
    },
  });
}

function registerReset(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/trials/:id/reset',
    config: { access: access.vendor('trials:write') },
    schema: {
      operationId: 'resetTrial',
      summary: 'Reset the trial of a device',
      description:
        'The trial starts again with its full number of days when the application next requests it. Until then it is unchanged: a running one stays valid, and an expired one stays expired. Resetting again before that changes ' +
        'nothing. Other fields of the body are ignored.',
      tags: TAGS,
      params: Type.Object({ id: Type.String({ description: 'The trial.' }) }),
      body: Type.Optional(ReasonInput),
      response: { 200: TrialAnswer, ...problems() },
    },
    handler: (request) =>
      command(
        request,
        (tx) => resetTrial(tx, guidOf(request.params.id), reasonIn(request.body)),
        (trial) => trialAnswer(trial, system.clock.now()),
      ),
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
    ...(trial.resetAt !== null && { resetAt: trial.resetAt.toISOString() }),
    ...propertiesAnswer(trial.properties),
  };
}
