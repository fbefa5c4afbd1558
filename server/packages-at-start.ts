/** The packages that an idle server has loaded; others are loaded on first use (ADR 16). */
export const PACKAGES_AT_START: readonly string[] = [
  '@fastify/fast-json-stringify-compiler',
  '@fastify/static',
  'ajv',
  'ajv-formats',
  'commander',
  'country-list',
  'country-to-currency',
  'eta',
  'fastify',
  'kysely',
  'lru-cache',
  'mmdb-lib',
  'pino',
  'prom-client',
];
