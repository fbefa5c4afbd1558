/** The recognizable parts of a user agent. */
export interface AgentName {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** In this order: most browsers also name those that they resemble. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Electron\//, 'Electron'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** The browser and the system of a user agent; another program keeps its own name. */
export function agentName(userAgent: string | undefined): AgentName {
  const text = userAgent?.trim() ?? '';
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const program = /^[\w .-]{1,40}(?=\/|$)/.exec(text)?.[0];
  const isBrowser = text.startsWith('Mozilla/');
  return { browser: nameIn(BROWSERS) ?? (isBrowser ? undefined : program), system: nameIn(SYSTEMS) };
}
