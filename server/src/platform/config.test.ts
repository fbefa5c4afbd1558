import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const SECRET = 'x'.repeat(32);

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

test('an empty environment is a complete configuration for development', () => {
  const config = readConfig({});
  assert.equal(config.isProduction, false);
  assert.deepEqual(
    [config.host, config.port, config.publicUrl],
    ['127.0.0.1', 4242, 'http://localhost:4242'],
  );
  assert.equal(config.dataDir, resolve('data'));
  assert.equal(config.databaseLocation, resolve('data', 'latchkey.db'));
  assert.deepEqual([config.secret, config.smtpUrl, config.platformDomain], [undefined, undefined, undefined]);
  assert.deepEqual(config.trustedProxies, []);
  assert.deepEqual(
    [config.hasDevFeatures, config.trustsForwardedHost, config.servesReference, config.metricsAddress],
    [true, false, true, undefined],
  );
});

test('reads everything that can be set', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    PORT: '80',
    HOST: '::',
    LATCHKEY_DATA_DIR: '/var/lib/latchkey',
    DATABASE_URL: 'postgres://user:pass@db.example:5432/latchkey?sslmode=require',
    DATABASE_POOL_SIZE: '25',
    LATCHKEY_SECRET: SECRET,
    LATCHKEY_PUBLIC_URL: 'https://keys.example/',
    LATCHKEY_PLATFORM_DOMAIN: 'Keys.Example',
    SMTP_URL: 'smtps://mail.example',
    LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,192.0.2.7',
    LOG_LEVEL: 'warn',
    LATCHKEY_REQUESTS_PER_MINUTE: '0',
    LATCHKEY_STOP_TIMEOUT_SECONDS: '5',
    LATCHKEY_JOB_LEASE_SECONDS: '30',
    LATCHKEY_DRAIN_SECONDS: '10',
  });
  assert.deepEqual([config.jobLeaseSeconds, config.drainSeconds], [30, 10]);
  assert.equal(config.isProduction, true);
  assert.deepEqual([config.host, config.port, config.databasePoolSize], ['::', 80, 25]);
  assert.equal(config.databaseLocation, 'postgres://user:pass@db.example:5432/latchkey?sslmode=require');
  assert.deepEqual([config.publicUrl, config.platformDomain], ['https://keys.example', 'keys.example']);
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1', '192.0.2.7']);
  assert.deepEqual([config.requestsPerMinute, config.stopTimeoutSeconds, config.logLevel], [0, 5, 'warn']);
});

test('refuses a database with several hosts, and says what to name instead', () => {
  for (const hosts of ['a.example,b.example', 'a.example:5432,b.example:5432', 'user:p,w@a,b']) {
    const [mistake = '', ...others] = mistakesOf({ DATABASE_URL: `postgres://${hosts}/latchkey` });
    assert.match(mistake, /^DATABASE_URL names several hosts: name one that always leads to the leader/);
    assert.deepEqual(others, []);
  }
  const { databaseLocation } = readConfig({
    DATABASE_URL: 'postgres://user:p,w@db.example/latchkey?options=a,b',
  });
  assert.equal(databaseLocation, 'postgres://user:p,w@db.example/latchkey?options=a,b');
});

test('names every mistake together', () => {
  const mistakes = mistakesOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/latchkey',
    DATABASE_POOL_SIZE: 'many',
    LATCHKEY_SECRET: 'short',
    LATCHKEY_PUBLIC_URL: 'keys.example',
    LATCHKEY_PLATFORM_DOMAIN: 'keys example',
    SMTP_URL: 'http://mail.example',
    LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example,10.0.0.0/33',
    LOG_LEVEL: 'loud',
    LATCHKEY_STOP_TIMEOUT_SECONDS: '-1',
  });
  assert.deepEqual(
    mistakes.map((mistake) => mistake.split(' ', 1)[0]),
    [
      'PORT',
      'LATCHKEY_PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_POOL_SIZE',
      'LATCHKEY_SECRET',
      'LATCHKEY_PLATFORM_DOMAIN',
      'SMTP_URL',
      'LATCHKEY_TRUSTED_PROXIES',
      'LATCHKEY_TRUSTED_PROXIES',
      'LOG_LEVEL',
      'LATCHKEY_STOP_TIMEOUT_SECONDS',
    ],
  );
});

test('repeats neither the secret nor a password of the database', () => {
  const mistakes = mistakesOf({
    LATCHKEY_SECRET: 'hunter1',
    DATABASE_URL: 'mysql://root:hunter2@db/latchkey',
  });
  assert.equal(mistakes.length, 2);
  assert.doesNotMatch(mistakes.join('\n'), /hunter/);
});

test('a stand-in for Stripe is for development on one machine: production refuses it', () => {
  const url = 'http://127.0.0.1:4300';
  assert.deepEqual(readConfig({ LATCHKEY_STRIPE_API_URL: url }).stripeApi, { url });
  const production = { NODE_ENV: 'production', LATCHKEY_SECRET: SECRET, LATCHKEY_STRIPE_API_URL: url };
  assert.deepEqual(mistakesOf(production), ['LATCHKEY_STRIPE_API_URL is for development only']);
  const [mistake, ...others] = mistakesOf({ LATCHKEY_STRIPE_API_URL: 'https://stripe.example' });
  assert.match(mistake ?? '', /must be an address of this machine/);
  assert.deepEqual(others, []);
});

test('production needs a secret, development does not', () => {
  assert.match(
    mistakesOf({ NODE_ENV: 'production' }).join(),
    /^LATCHKEY_SECRET is required .*; make one with `node -p '.*'`$/,
  );
  assert.deepEqual(mistakesOf({ NODE_ENV: 'production', LATCHKEY_SECRET: SECRET }), []);
  assert.deepEqual(mistakesOf({ NODE_ENV: 'development' }), []);
});

test('an empty or blank value counts as absent', () => {
  const blank = { PORT: ' ', DATABASE_URL: '', LATCHKEY_SECRET: '', SMTP_URL: '', LATCHKEY_PUBLIC_URL: '' };
  assert.deepEqual(readConfig(blank), readConfig({}));
});

test('a bucket that is set by half is a mistake, named by its variable', () => {
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  const table: readonly (readonly [Record<string, string>, RegExp | undefined])[] = [
    [{ S3_BUCKET: 'files' }, undefined],
    [{ S3_BUCKET: 'files', ...keys }, undefined],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
    [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'b' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
    [{ S3_REGION: 'eu-central-1' }, /S3_BUCKET is required/],
    [{ S3_PATH_STYLE: 'true' }, /S3_BUCKET is required/],
    [keys, /S3_BUCKET is required/],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'ftp://files.example' }, /S3_ENDPOINT/],
    [{ S3_BUCKET: 'files', S3_PATH_STYLE: 'maybe' }, /S3_PATH_STYLE/],
  ];
  for (const [env, mistake] of table) {
    const mistakes = mistakesOf(env);
    assert.equal(mistakes.length, mistake === undefined ? 0 : 1, JSON.stringify([env, mistakes]));
    if (mistake !== undefined) assert.match(mistakes[0] ?? '', mistake);
  }
  const { s3 } = readConfig({ S3_BUCKET: 'files' });
  assert.deepEqual([s3?.region, s3?.usesPathStyle, s3?.accessKeyId], ['us-east-1', false, undefined]);
});

test('a provider of sign-ins is set whole, with TLS', () => {
  const provider = {
    LATCHKEY_OIDC_ISSUER: 'https://id.example.com/realms/staff/',
    LATCHKEY_OIDC_CLIENT_ID: 'latchkey',
    LATCHKEY_OIDC_CLIENT_SECRET: 'hunter1',
  };
  const { LATCHKEY_OIDC_ISSUER: issuer } = provider;
  assert.deepEqual(readConfig(provider).signInProvider, {
    issuer,
    clientId: 'latchkey',
    clientSecret: 'hunter1',
    name: 'id.example.com',
  });
  assert.equal(readConfig({ ...provider, LATCHKEY_OIDC_NAME: 'Staff' }).signInProvider?.name, 'Staff');
  assert.equal(readConfig({}).signInProvider, undefined);
  for (const name of Object.keys(provider))
    assert.match(mistakesOf({ ...provider, [name]: '' }).join(), /must be set all, or none/);
  assert.match(mistakesOf({ LATCHKEY_OIDC_NAME: 'Staff' }).join(), /must be set all, or none/);
  for (const wrong of ['http://id.example.com', 'id.example.com', 'https://id.example.com/?x=1'])
    assert.match(mistakesOf({ ...provider, LATCHKEY_OIDC_ISSUER: wrong }).join(), /starting with https/);
  for (const path of ['common/v2.0', 'organizations/v2.0', 'a/.well-known/openid-configuration'])
    assert.match(
      mistakesOf({ ...provider, LATCHKEY_OIDC_ISSUER: `https://login.example.com/${path}` }).join(),
      /must name your own tenant/,
    );
  const local = 'http://127.0.0.1:4400';
  assert.equal(readConfig({ ...provider, LATCHKEY_OIDC_ISSUER: local }).signInProvider?.issuer, local);
});
