interface FileOf {
  readonly platform: 'Universal' | 'Windows' | 'Mac' | 'Linux' | 'iOS' | 'Android';
  readonly arch?: 'Universal' | 'X86' | 'X64' | 'Arm' | 'Arm64';
}

/** In megabytes, or kilobytes below a tenth of one; number and unit stay on one line. */
export function sizeText(bytes: number, locale: string): string {
  const inUnit = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  const text =
    bytes >= 100_000
      ? inUnit('megabyte', 1).format(bytes / 1_000_000)
      : inUnit('kilobyte', 0).format(Math.max(1, bytes / 1000));
  return text.replaceAll(/\s/g, '\u00A0');
}

/** The system of a file by its usual name, with the processor where the vendor states it. */
export function systemOf({ platform, arch = 'Universal' }: FileOf, any: string): string {
  if (platform === 'Universal') return any;
  const system = platform === 'Mac' ? 'macOS' : platform;
  if (arch === 'Universal') return system;
  const processor = platform === 'Mac' ? MAC_PROCESSORS[arch] : PROCESSORS[arch];
  return `${system} (${processor})`;
}

const PROCESSORS = { X86: '32-bit', X64: '64-bit', Arm: 'ARM', Arm64: 'ARM64' } as const;
const MAC_PROCESSORS = { ...PROCESSORS, X64: 'Intel', Arm64: 'Apple silicon' } as const;
