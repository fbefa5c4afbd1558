import { staleRevision } from '../../kernel/revision.ts';
import { type CommandTx, operatorOnly, settingChanges, updateAccount } from '../../modules/accounts/index.ts';
import { providerSettingErrors } from '../../modules/payments/index.ts';
import { taxSettingErrors } from '../../modules/taxes/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { requireScope } from '../guards/caller.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { settingsAnswer, SettingsAnswer, SettingsPatch } from '../wire/settings.ts';

const URL = '/api/settings';
const TAGS = ['Settings'];

/** These decide who gets the codes of customers, and thereby who can reset their passwords. */
const MAIL_SETTINGS = ['mailFrom', 'mailPageUrl', 'activationPageUrl'] as const;

/** The settings of the account (extended API, section B). */
export function registerSettings(app: App): void {
  registerGet(app);
  registerUpdate(app);
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

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: URL,
    config: { access: access.vendor('settings:write', 'settings:mail') },
    schema: {
      operationId: 'updateSettings',
      summary: 'Change the name or settings of the account, in every process at once',
      description:
        'Settings that are not sent stay; null sets a setting, or one of a group, back to its default. On an instance ' +
        'with several accounts, `mailFrom` and `limits` are for its operator to change. `mailFrom`, `mailPageUrl` and ' +
        '`activationPageUrl` also need the scope `settings:mail`.',
      tags: TAGS,
      headers: RevisionHeaders,
      body: SettingsPatch,
      response: { 200: SettingsAnswer, ...problems(staleRevision, operatorOnly) },
    },
    handler: async (request, reply) => {
      const { name, ...settings } = request.body;
      const isSame = (setting: (typeof MAIL_SETTINGS)[number]): boolean =>
        !(setting in settings) || (settings[setting] ?? undefined) === request.account.settings[setting];
      if (!MAIL_SETTINGS.every(isSame)) requireScope(request.caller, 'settings:mail');
      const changes = {
        name: typeof name === 'string' ? name : undefined,
        settings: settingChanges(settings),
      };
      const options = {
        expectedRevision: expectedRevision(request),
        issuesOf: async (tx: CommandTx, after: Readonly<Record<string, unknown>>, before: object) => ({
          ...(await providerSettingErrors(tx, after, before)),
          ...(await taxSettingErrors(settings, { after, before })),
        }),
      };
      return revisedCommand(
        request,
        reply,
        (tx) => updateAccount(tx, changes, options),
        (account, tx) => settingsAnswer(tx, account),
      );
    },
  });
}
