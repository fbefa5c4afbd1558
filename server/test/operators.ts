import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { Account } from '../src/modules/accounts/index.ts';
import { addOperator, type Operator, type Role } from '../src/modules/operators/index.ts';
import { testContext } from './context.ts';
import type { TestApp } from './harness.ts';

export const OPERATOR_PASSWORD = 'Amber-77-canoe';

const SESSION = '/api/operator/session';

/** Somebody at work in the dashboard of an account. */
export interface OperatorAtWork {
  readonly operator: Operator;
  /** What the dashboard sends with each request. */
  readonly headers: Record<string, string>;
  /** The value of the cookie. */
  readonly token: string;
  call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Response>;
  /** Confirms with the password, as before a sensitive action. */
  confirm(): Promise<void>;
}

let count = 0;
let addresses = 0;

/** Adds an operator with this role, and signs in. */
export async function operatorAtWork(
  app: TestApp,
  role: Role,
  account: Account = app.demo,
): Promise<OperatorAtWork> {
  count += 1;
  const email = `${role.toLowerCase()}-${count}@vendor.example`;
  const operator = await addOperator(testContext(app.system, account), {
    email,
    name: `${role} ${count}`,
    role,
    password: OPERATOR_PASSWORD,
  });
  return signIn(app, account, operator);
}

/** Another session of an operator whose password is that of these tests. */
export async function signIn(app: TestApp, account: Account, operator: Operator): Promise<OperatorAtWork> {
  const answer = await tryToSignIn(app, { email: operator.email, password: OPERATOR_PASSWORD }, account);
  assert.equal(answer.statusCode, 200, answer.body);
  const token = tokenIn(answer);
  const headers = sessionHeaders(token);
  const call: OperatorAtWork['call'] = (method, url, payload) =>
    app.injectAs(account, { method, url, headers, ...(payload !== undefined && { payload }) });
  return {
    operator,
    headers,
    token,
    call,
    confirm: async () => {
      const confirmed = await call('POST', `${SESSION}/confirm`, { password: OPERATOR_PASSWORD });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
    },
  };
}

export function tryToSignIn(
  app: TestApp,
  payload: { readonly email: string; readonly password: string; readonly oneTimeCode?: string },
  account: Account = app.demo,
  headers: InjectOptions['headers'] = {},
): Promise<Response> {
  addresses += 1;
  return app.injectAs(account, {
    method: 'POST',
    url: SESSION,
    // Each from an address of its own: only the tests of limits are about them.
    remoteAddress: `10.7.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`,
    headers: { 'latchkey-dashboard': '1', ...headers },
    payload,
  });
}

/** The cookie of a session, and the header that only pages of the dashboard can send. */
export function sessionHeaders(token: string): Record<string, string> {
  return { cookie: `latchkey-operator=${token}`, 'latchkey-dashboard': '1' };
}

/** The token in the cookie that an answer sets. */
export function tokenIn({ headers }: Response): string {
  const [, token = ''] = /^latchkey-operator=([\w-]{43});/.exec(String(headers['set-cookie'])) ?? [];
  assert.notEqual(token, '', 'the answer sets no session');
  return token;
}
