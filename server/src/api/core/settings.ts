import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { staleRevision } from '../../kernel/revision.ts';
import { Type } from '../../kernel/schema.ts';
import {
  type ApiScope,
  closeStore,
  type CommandTx,
  operatorOnly,
  reopenStore,
  settingChanges,
  updateAccount,
} from '../../modules/accounts/index.ts';
import { confirmationRequired } from '../../modules/operators/index.ts';
import { providerSettingErrors } from '../../modules/payments/index.ts';
import { taxSettingErrors } from '../../modules/taxes/index.ts';
import { notificationIssues, notificationTypes } from '../../modules/webhooks/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { requireScope } from '../guards/caller.ts';
import { requireConfirmation } from '../guards/operator-session.ts';
import { RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { settingsAnswer, SettingsAnswer, SettingsPatch, StoreMode } from '../wire/settings.ts';
import { settingsCommand } from './settings-command.ts';

const URL = '/api/settings';
const TAGS = ['Settings'];

/**
 * These decide who gets the codes of customers, and thereby who can reset their passwords, and which pages buyers are
 * sent to and sign in on.
 */
const TRUST_SETTINGS = ['mailFrom', 'mailPageUrl', 'activationPageUrl', 'origins'] as const;

/** A type of events, with the scope that an API key needs to see what it shows. */
interface EventTypeScope {
  readonly type: string;
  readonly subject: { readonly scope: ApiScope };
}

/** The settings of the account (extended API, section B). `eventTypes` are those that mails can be about. */
export function registerSettings(app: App, eventTypes: readonly EventTypeScope[]): void {
  registerGet(app);
  registerUpdate(app, eventTypes);
  registerClosing(app);
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getSettings',
      summary: 'The name, hosts and settings of the account, with every default filled in',
      tags: TAGS,
      response: { 200: SettingsAnswer, ...problems() },
    },
    handler: async ({ context, account }, reply) => {
      tagRevision(reply, account);
      return settingsAnswer(context, account);
    },
  });
}

function registerUpdate(app: App, eventTypes: readonly EventTypeScope[]): void {
  const types = eventTypes.map(({ type }) => type);
  app.route({
    method: 'PATCH',
    url: URL,
    config: { access: access.vendor('settings:write', 'settings:mail') },
    schema: {
      operationId: 'updateSettings',
      summary: 'Change the name or settings of the account, in every process at once',
      description:
        'Settings that are not sent stay; null sets a setting, or one of a group, back to its default. On an instance ' +
        'with several accounts, `mailFrom` and `limits` are for its operator to change. `mailFrom`, `mailPageUrl`, ' +
        '`activationPageUrl` and `origins` also need the scope `settings:mail`, `paymentProvider` needs `settings:payments`, and `notifications` the scopes for reading what they tell.',
      tags: TAGS,
      headers: RevisionHeaders,
      body: SettingsPatch,
      response: { 200: SettingsAnswer, ...problems(staleRevision, operatorOnly, confirmationRequired) },
    },
    handler: async (request, reply) => {
      const { name, ...settings } = request.body;
      const isSame = (setting: (typeof TRUST_SETTINGS)[number]): boolean =>
        !(setting in settings) ||
        isDeepStrictEqual(settings[setting] ?? undefined, request.account.settings[setting]);
      if (!TRUST_SETTINGS.every(isSame)) requireScope(request.caller, 'settings:mail');
      if (
        'paymentProvider' in settings &&
        (settings['paymentProvider'] ?? undefined) !== request.account.settings.paymentProvider
      ) {
        requireScope(request.caller, 'settings:payments');
        requireConfirmation(request);
      }
      if (!isDeepStrictEqual(settings['notifications'], request.account.settings.notifications))
        requireReading(request.caller, eventTypes, notificationTypes(settings, types));
      const changes = {
        name: typeof name === 'string' ? name : undefined,
        settings: settingChanges(settings),
      };
      const issuesOf = async (tx: CommandTx, after: Readonly<Record<string, unknown>>, before: object) => ({
        ...(await providerSettingErrors(tx, after, before)),
        ...(await taxSettingErrors(settings, { after, before, now: tx.clock.now() })),
        ...notificationIssues(settings, types),
      });
      return settingsCommand(request, reply, (tx, options) =>
        updateAccount(tx, changes, { ...options, issuesOf }),
      );
    },
  });
}

/** Whoever has mails sent about events must be able to read these. */
function requireReading(
  caller: FastifyRequest['caller'],
  eventTypes: readonly EventTypeScope[],
  types: readonly string[],
): void {
  for (const { type, subject } of eventTypes) if (types.includes(type)) requireScope(caller, subject.scope);
}

/** The end of a store, and its return (policies section 4). */
function registerClosing(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/close`,
    config: { access: access.vendor('settings:close'), isSensitive: true },
    schema: {
      operationId: 'closeStore',
      summary: 'Close the store, or change how it is closed',
      description:
        '`Closed`: shops and applications get 410 `StoreClosed`, and applications lock after their grace. `Released`: nothing is sold, and the next validation of a perpetual license gets a token that works offline for good, which no revocation reaches. The Core API, sign-in, exports, paid orders and their documents go on. Nothing is deleted.',
      tags: TAGS,
      headers: RevisionHeaders,
      body: Type.Object(
        {
          mode: StoreMode,
          confirm: Type.String({ maxLength: 100, description: 'The id of the account.' }),
        },
        { ...strict, title: 'StoreClosing' },
      ),
      response: { 200: SettingsAnswer, ...problems(staleRevision) },
    },
    handler: (request, reply) =>
      settingsCommand(request, reply, (tx, options) => closeStore(tx, request.body, options)),
  });
  app.route({
    method: 'POST',
    url: `${URL}/reopen`,
    config: { access: access.vendor('settings:close'), isSensitive: true },
    schema: {
      operationId: 'reopenStore',
      summary: 'Open a closed store again',
      description: 'Tokens that applications received while it was `Released` stay as they are.',
      tags: TAGS,
      headers: RevisionHeaders,
      response: { 200: SettingsAnswer, ...problems(staleRevision) },
    },
    handler: (request, reply) => settingsCommand(request, reply, reopenStore),
  });
}
