import assert from 'node:assert/strict';
import { testContext } from './context.ts';
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { jobHandlers } from '../src/jobs.ts';
import { type Account, type AccountSettingsInput, updateSettings } from '../src/modules/accounts/index.ts';
import { startJobWorker } from '../src/platform/jobs/start-job-worker.ts';
import type { Log } from '../src/platform/log.ts';
import type { MailTables } from '../src/platform/mail/tables.ts';
import { startTestApp, type TestApp } from './harness.ts';

export const PASSWORD = 'Violet-42-tram';
export const OTHER_PASSWORD = 'Orange-77-boat';

/** A signed-in customer in a client's view. */
export interface Member {
  readonly account: Account;
  readonly id: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Call {
  readonly account?: Account;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** Sent as text/plain. */
  readonly text?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly remoteAddress?: string;
}

export type SentMail = MailTables['mails'];

/** The application with the repeated steps of identity tests. */
export interface IdentityApp extends TestApp {
  /** Calls `/api/customer/{path}`. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, call?: Call): Promise<Response>;
  signUp(input?: object, account?: Account): Promise<Member>;
  signIn(email: string, password?: string, account?: Account): Promise<Response>;
  refresh(tokens: { accessToken: string; refreshToken: string }, account?: Account): Promise<Response>;
  /** Runs waiting jobs and returns every mail of an account, the oldest first. */
  mails(account?: Account): Promise<SentMail[]>;
  /** The code of the newest mail of a kind to an address. */
  mailedCode(kind: string, email: string, account?: Account): Promise<string>;
  settings(changes: AccountSettingsInput, account?: Account): Promise<void>;
}

const UNLIMITED = {
  signInPerMinute: 0,
  signUpPerMinute: 0,
  passwordResetPerMinute: 0,
  newsletterPerMinute: 0,
  mailsPerAddressAndHour: 0,
  signInFailuresBeforeDelay: 0,
};

/** Starts the application with the limits of both accounts turned off. */
export async function startIdentityApp(log?: Log): Promise<IdentityApp> {
  const app = await startTestApp({}, log);
  const { system } = app;
  const settings: IdentityApp['settings'] = async (changes, account = app.demo) => {
    await updateSettings(testContext(system, account), changes);
  };
  for (const account of [app.demo, app.other]) await settings({ limits: UNLIMITED }, account);

  const call: IdentityApp['call'] = (method, path, options = {}) =>
    app.injectAs(options.account ?? app.demo, requestOf(method, path, options));
  const mails: IdentityApp['mails'] = async (account = app.demo) => {
    await runJobs(app);
    const db = system.database.reader.tables<MailTables>();
    const query = db.selectFrom('mails').selectAll().where('accountId', '=', account.id);
    return query.orderBy('createdAt').orderBy('id').execute();
  };
  return {
    ...app,
    call,
    settings,
    mails,
    async signUp(input = {}, account = app.demo) {
      const email = `${randomUUID()}@example.com`;
      const json = { name: 'Ada Lovelace', email, password: PASSWORD, ...input };
      const response = await call('POST', 'identity/sign-up', { account, json });
      assert.equal(response.statusCode, 200, response.body);
      const { id, accessToken, refreshToken, email: storedEmail } = response.json();
      return { account, id, email: storedEmail, accessToken, refreshToken };
    },
    signIn: (email, password = PASSWORD, account = app.demo) =>
      call('POST', 'identity/sign-in', { account, query: { email }, text: password }),
    refresh: ({ accessToken, refreshToken }, account = app.demo) =>
      call('POST', 'identity/refresh', { account, query: { token: refreshToken }, text: accessToken }),
    async mailedCode(kind, email, account = app.demo) {
      const mail = (await mails(account)).findLast((row) => row.kind === kind && row.recipient === email);
      assert.ok(mail, `no ${kind} mail to ${email}`);
      return codeIn(linkIn(mail));
    },
  };
}

/** The link of a mail: the one with a code, if there is one. */
export function linkIn(mail: SentMail): URL {
  const links = mail.textBody.match(/https?:\S+/g) ?? [];
  const link = links.find((address) => /#|mb_(?:code|token)=/.test(address)) ?? links[0];
  return new URL(link ?? assert.fail('the mail has no link'));
}

/** The code behind the `#` of a link to a page of the server. */
export function codeIn(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get('code') ?? assert.fail('the link has no code');
}

/** Checks a refusal: status, code and, if it has some, its fields. */
export function assertRefused(
  response: Response,
  status: number,
  errorType: string,
  fields?: string[],
): void {
  assert.equal(response.statusCode, status, response.body);
  const problem = response.json();
  assert.equal(problem.errorType, errorType);
  if (fields !== undefined) assert.deepEqual(Object.keys(problem.errors).toSorted(), fields.toSorted());
}

async function runJobs({ system }: TestApp): Promise<void> {
  const worker = startJobWorker(system, jobHandlers(system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

function requestOf(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, call: Call): InjectOptions {
  const { query = {}, json, text, token, headers, remoteAddress } = call;
  const search = new URLSearchParams(query).toString();
  return {
    method,
    url: `/api/customer/${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'text/plain' }),
      ...headers,
    },
    ...(json !== undefined && { payload: json }),
    ...(text !== undefined && { payload: text }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  };
}
