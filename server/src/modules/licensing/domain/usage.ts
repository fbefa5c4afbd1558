import { cutText } from '../../../kernel/cut-text.ts';

/** Analytics metadata that an application reports (customer API, Optional analytics metadata). */
export interface Usage {
  readonly appVersion?: string;
  readonly platform?: string;
  readonly meta?: Readonly<Record<string, string>>;
}

const USAGE_PLATFORMS: ReadonlySet<string> = new Set(['Windows', 'Mac', 'Linux']);
const MAX_KEYS = 20;
const MAX_KEY_CHARACTERS = 64;
const MAX_VALUE_CHARACTERS = 256;
const MAX_VERSION_CHARACTERS = 64;

const metaExpression = /^meta\[([\s\S]*)\]$/;
// A character that a database cannot store: NUL, or half of a surrogate pair.
const unstorableExpression = /[\0\p{Surrogate}]/u;

/**
 * Reads the analytics metadata from query parameters. It never refuses, because applications treat a refusal as the end
 * of their license: values that are too long are truncated (versions, values), and the rest is dropped (unknown
 * platforms; keys that are empty, too long or too many; text that no database can store). Of a repeated parameter, the
 * first value counts. Other parameters are ignored.
 */
export function readUsage(query: Readonly<Record<string, unknown>>): Usage {
  const meta = new Map<string, string>();
  for (const [name, raw] of Object.entries(query)) {
    const key = metaExpression.exec(name)?.[1];
    const value = firstText(raw);
    if (key === undefined || value === undefined || !isKey(key) || meta.size === MAX_KEYS) continue;
    meta.set(key, cutText(value, MAX_VALUE_CHARACTERS));
  }
  const appVersion = cutText(firstText(query['appVersion'])?.trim() ?? '', MAX_VERSION_CHARACTERS);
  const platform = firstText(query['platform']);
  return {
    ...(appVersion !== '' && { appVersion }),
    ...(platform !== undefined && USAGE_PLATFORMS.has(platform) && { platform }),
    ...(meta.size > 0 && { meta: Object.fromEntries(meta) }),
  };
}

/**
 * The usage that is stored for a device without a seat. Anybody can request a trial or an activation, so only the
 * counted dimensions are stored; the others are stored for activations only.
 */
export function withoutMeta({ appVersion, platform }: Usage = {}): Usage {
  return { ...(appVersion !== undefined && { appVersion }), ...(platform !== undefined && { platform }) };
}

/** The usage under which a device is counted: its application's current report, or else the previous one. */
export function reportedUsage(
  usage: Usage | undefined,
  before: { readonly appVersion: string | null; readonly platform: string | null },
): { readonly appVersion: string | null; readonly platform: string | null } {
  return {
    appVersion: usage?.appVersion ?? before.appVersion,
    platform: usage?.platform ?? before.platform,
  };
}

function isKey(key: string): boolean {
  return key !== '' && key.length <= MAX_KEY_CHARACTERS && !unstorableExpression.test(key);
}

/** The first text of a parameter, if a database can store it. */
function firstText(raw: unknown): string | undefined {
  const value: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof value === 'string' && !unstorableExpression.test(value) ? value : undefined;
}
