import process from 'node:process';
import { Type } from '../../kernel/schema.ts';
import type { Account } from '../../modules/accounts/index.ts';
import { SESSION_RETENTION_DAYS } from '../../modules/identity/index.ts';
import { ABANDONED_AFTER_DAYS } from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { databaseState } from '../../platform/database-state.ts';
import { backupState, needsBackup, readBackupNotes } from '../../platform/last-backup.ts';
import { MAIL_RETENTION_DAYS } from '../../platform/mail/mail.ts';
import { latestChanges, programVersion } from '../../platform/program-version.ts';
import type { System } from '../../platform/system.ts';
import { Moment } from '../wire/moment.ts';

const VERSIONS = 3;

const days = (description: string) => Type.Integer({ description });

const ServerState = Type.Object(
  {
    version: Type.String({ description: 'The version that runs.' }),
    node: Type.String({ description: 'The version of Node.' }),
    startedAt: Moment,
    database: Type.Object(
      {
        engine: Type.Enum(['SQLite', 'PostgreSQL']),
        schema: Type.String({ description: 'The newest migration of this version, which has run.' }),
        migratedAt: Type.Optional({
          ...Moment,
          description: 'When a migration last ran; only for the default account.',
        }),
        bytes: Type.Optional(Type.Integer({ description: 'Its size; only for the default account.' })),
      },
      { title: 'DatabaseState' },
    ),
    changes: Type.Array(
      Type.Object(
        {
          title: Type.String({ description: 'The version, and when it was released.' }),
          changes: Type.Array(Type.String({ description: 'Markdown in one line.' })),
        },
        { title: 'VersionChanges' },
      ),
      { description: 'What the last versions changed, the newest first.' },
    ),
    backup: Type.Object(
      {
        state: Type.Enum(['Recent', 'Old', 'None', 'Elsewhere'], {
          description:
            '`Old`: the last one is older than two days. `None`: `deploy/backup` has made none of this data folder. ' +
            '`Elsewhere`: on PostgreSQL, `deploy/backup` was never run, but other programs may make backups.',
        }),
        needsAttention: Type.Boolean({
          description:
            'For the default account in production: the last backup is old, the only ones failed, or there is none after a week.',
        }),
        at: Type.Optional(Moment),
        failedAt: Type.Optional({ ...Moment, description: 'When one failed, if none has ended well since.' }),
        folder: Type.Optional(
          Type.String({
            description: 'Where it is; only for the default account, whose people run the server.',
          }),
        ),
      },
      { title: 'LastBackup' },
    ),
    retention: Type.Object(
      {
        mails: days('Mails to customers, sent or not.'),
        endedSessions: days('Sessions of customers, after they would have ended.'),
        guestCarts: days('Carts of visitors who are not signed in, after their last change.'),
        customerCarts: days('Those of customers.'),
        events: days('Events for other systems and deliveries of webhooks: `LATCHKEY_EVENT_RETENTION_DAYS`.'),
        auditLog: Type.Optional(
          days('The audit log: `LATCHKEY_AUDIT_RETENTION_DAYS`. Absent: nothing of it is deleted.'),
        ),
      },
      { title: 'Retention', description: 'After how many days things are deleted that hold personal data.' },
    ),
  },
  { title: 'ServerState' },
);

/** The version that runs, what it changed, and the state of the database and its backups (Core API). */
export function registerServerState(app: App, system: System): void {
  const startedAt = system.clock.now().toISOString();
  const version = programVersion();
  app.route({
    method: 'GET',
    url: '/api/settings/server',
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getServerState',
      summary:
        'The version that runs, what the last versions changed, when the last backup was made, and how long things are kept',
      description:
        '`deploy/backup` notes each backup in the data folder, where the server reads it. Nothing is asked of other servers.',
      tags: ['Settings'],
      response: { 200: ServerState, ...problems() },
    },
    handler: async ({ account }) => {
      const [changes, database, backup] = await Promise.all([
        latestChanges(VERSIONS),
        databaseAnswer(system, account),
        backupAnswer(system, account),
      ]);
      return {
        version,
        node: process.version,
        startedAt,
        database,
        changes: changes.map(({ title, changes: lines }) => ({ title, changes: [...lines] })),
        backup,
        retention: retentionOf(system),
      };
    },
  });
}

function retentionOf({ config }: System) {
  const { eventRetentionDays, auditRetentionDays } = config;
  return {
    mails: MAIL_RETENTION_DAYS,
    endedSessions: SESSION_RETENTION_DAYS,
    guestCarts: ABANDONED_AFTER_DAYS.Guests,
    customerCarts: ABANDONED_AFTER_DAYS.AllCustomers,
    events: eventRetentionDays,
    ...(auditRetentionDays > 0 && { auditLog: auditRetentionDays }),
  };
}

async function databaseAnswer({ database }: System, { isDefault }: Account) {
  const state = isDefault ? await databaseState(database.reader) : undefined;
  return {
    engine: database.engine === 'sqlite' ? ('SQLite' as const) : ('PostgreSQL' as const),
    schema: database.schema,
    ...(state !== undefined && { migratedAt: state.migratedAt.toISOString(), bytes: state.bytes }),
  };
}

async function backupAnswer({ clock, config, database: { engine } }: System, account: Account) {
  const notes = await readBackupNotes(config.dataDir);
  const { last, failedAt } = notes;
  const now = clock.now();
  const { isProduction } = config;
  return {
    state: backupState(notes, { now, engine }),
    needsAttention:
      account.isDefault && needsBackup(notes, { isProduction, now, since: account.createdAt, engine }),
    ...(last !== undefined && { at: last.at.toISOString() }),
    ...(failedAt !== undefined && { failedAt: failedAt.toISOString() }),
    ...(last !== undefined && account.isDefault && { folder: last.folder }),
  };
}
