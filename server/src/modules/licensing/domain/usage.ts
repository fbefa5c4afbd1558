import { cutText } from '../../../kernel/cut-text.ts';

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

const metaExpression = /^meta\[([\s\S]*)\]$/;
// A character that a database cannot keep: NUL, or half of a surrogate pair.
const unstorableExpression = /[\0\p{Surrogate}]/u;

/**
 * Reads the analytics metadata out of query parameters. It never refuses: applications take a refusal for the end of
 * their license, so what does not fit is cut (versions, values) or dropped (other platforms, keys that are empty, too
 * long or too many, text that no database can keep). Of a parameter that is sent several times the first counts.
 * Parameters of other names are none of its business.
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
    ...(platform !== undefined && USAGE_PLATFORMS.includes(platform) && { platform }),
    ...(meta.size > 0 && { meta: Object.fromEntries(meta) }),
  };
}

/**
 * What is kept of a device that holds no seat. Anybody may ask for a trial or an activation, so what they tell is kept
 * as far as it is counted; the further dimensions are kept with activations alone.
 */
export function withoutMeta({ appVersion, platform }: Usage = {}): Usage {
  return { ...(appVersion !== undefined && { appVersion }), ...(platform !== undefined && { platform }) };
}

function isKey(key: string): boolean {
  return key !== '' && key.length <= MAX_KEY_CHARACTERS && !unstorableExpression.test(key);
}

/** The first text of a parameter, if a database can keep it. */
function firstText(raw: unknown): string | undefined {
  const value: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof value === 'string' && !unstorableExpression.test(value) ? value : undefined;
}
