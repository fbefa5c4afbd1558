/** What an application tells about itself for analytics (customer API, Optional analytics metadata). */
export interface Usage {
  readonly appVersion?: string;
  readonly platform?: string;
  readonly meta?: Readonly<Record<string, string>>;
}

export const USAGE_PLATFORMS: readonly string[] = ['Windows', 'Mac', 'Linux'];
const MAX_KEYS = 20;
const MAX_KEY_CHARACTERS = 64;
const MAX_VALUE_CHARACTERS = 256;
const MAX_VERSION_CHARACTERS = 64;

/** Semantic Versioning 2.0.0, with pre-release and build parts: applications in testing report those. */
const versionExpression =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;
const metaExpression = /^meta\[([\s\S]*)\]$/;
// A character that a database cannot keep: NUL, or half of a surrogate pair.
const unstorableExpression = /[\0\p{Surrogate}]/u;

/**
 * Reads the analytics metadata out of query parameters; every issue at once, by parameter name.
 * Parameters of other names are none of its business.
 */
export function readUsage(query: Readonly<Record<string, unknown>>): {
  usage: Usage;
  errors: Record<string, string[]>;
} {
  const errors = new Map<string, string[]>();
  const meta = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const key = metaExpression.exec(name)?.[1];
    if (key === undefined) continue;
    const issues = metaIssues(key, value);
    if (issues.length > 0) errors.set(shortened(name), issues);
    else meta.set(key, String(value));
  }
  if (meta.size > MAX_KEYS) errors.set('meta', [`must not have more than ${MAX_KEYS} keys`]);
  const { appVersion, platform } = query;
  if (appVersion !== undefined && !isVersion(appVersion)) {
    errors.set('appVersion', ['must be a semantic version such as 1.2.3']);
  }
  if (platform !== undefined && !USAGE_PLATFORMS.some((known) => known === platform)) {
    errors.set('platform', [`must be one of ${USAGE_PLATFORMS.join(', ')}`]);
  }
  const usage: Usage = {
    ...(typeof appVersion === 'string' && { appVersion }),
    ...(typeof platform === 'string' && { platform }),
    ...(meta.size > 0 && { meta: Object.fromEntries(meta) }),
  };
  return { usage, errors: Object.fromEntries(errors) };
}

function isVersion(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_VERSION_CHARACTERS && versionExpression.test(value);
}

function metaIssues(key: string, value: unknown): string[] {
  const issues: string[] = [];
  if (key === '' || key.length > MAX_KEY_CHARACTERS) {
    issues.push(`must have a key of 1 to ${MAX_KEY_CHARACTERS} characters`);
  }
  if (typeof value !== 'string') issues.push('must be given once');
  else if (value.length > MAX_VALUE_CHARACTERS)
    issues.push(`must have at most ${MAX_VALUE_CHARACTERS} characters`);
  if (unstorableExpression.test(key) || (typeof value === 'string' && unstorableExpression.test(value))) {
    issues.push('must be Unicode text without NUL characters');
  }
  return issues;
}

function shortened(name: string): string {
  return name.length > MAX_KEY_CHARACTERS + 10 ? `${name.slice(0, MAX_KEY_CHARACTERS)}…` : name;
}
