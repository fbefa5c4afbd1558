const NOW = '2027-01-01T00:00:00Z';

// Until, major, upto, version → whether it is covered (policies section 1).
const CASES = [
  [undefined, undefined, undefined, '99.0.0', true],
  [undefined, 2, undefined, '2.9.9', true],
  [undefined, 2, undefined, '1.0.0', true],
  [undefined, 2, undefined, '3.0.0', false],
  [undefined, 2, undefined, 'v3.0.0-beta.2', false],
  [undefined, 2, undefined, '2.4.1.0', true],
  [undefined, 2, undefined, '3.1', false],
  [undefined, 2, undefined, '03.01', false],
  [undefined, 2, undefined, '  v2.0+build  ', true],
  [undefined, 2, undefined, '3.0.0 (rc)', false],
  [undefined, 2, undefined, 'nightly', true],
  [undefined, 2, undefined, '3', true],
  [undefined, 2, undefined, '3.0.0.0.0', true],
  [undefined, 2, undefined, '3.10000000', true],
  [undefined, 2, undefined, '3.0.0.10000000', true],
  [undefined, 2, undefined, '', true],
  ['2027-06-01', undefined, undefined, '9.0.0', true],
  ['2026-06-01', undefined, '2.3.0', '2.3.0', true],
  ['2026-06-01', undefined, '2.3.0', '2.2.9', true],
  ['2026-06-01', undefined, '2.3.0', '2.3.1', false],
  ['2026-06-01', undefined, '2.3.0', '2.10.0', false],
  ['2026-06-01', undefined, undefined, '5.0.0', true],
  [NOW, undefined, '1.0.0', '4.0.0', true],
  ['2026-06-01', 3, '2.3.0', '3.4.0', true],
  ['2026-06-01', 3, '2.3.0', '4.0.0', false],
  [undefined, undefined, '1.0.0', '4.0.0', true],
] as const;

/** `release-access.json`: whether the claims of a token cover the version of an application. */
export function releaseVectors() {
  return {
    description:
      'Whether the token of a license covers the version of the application that holds it. Claims that are absent here are absent in the token.',
    now: seconds(NOW),
    cases: CASES.map(([until, major, upto, version, isCovered]) => ({
      claims: {
        ...(until !== undefined && { 'l:rel:until': seconds(until) }),
        ...(major !== undefined && { 'l:rel:major': major }),
        ...(upto !== undefined && { 'l:rel:upto': upto }),
      },
      version,
      isCovered,
    })),
  };
}

function seconds(moment: string): number {
  return Date.parse(moment) / 1_000;
}
