/** The codes of a batch's CSV file, `code,redeemedAt,customerId`, that nobody has redeemed. */
export function openCodesIn(csv: string): string[] {
  const [, ...lines] = csv.split(/\r?\n/);
  return lines.flatMap((line) => {
    const [code = '', redeemedAt = ''] = line.split(',');
    return code !== '' && redeemedAt === '' ? [code] : [];
  });
}

/** How many codes are printed at a time: more of them are slow to lay out. */
export const CODES_A_PRINT = 500;

/** The parts of so many codes, each as the numbers of its first and last one. */
export function partsOf(count: number): readonly { readonly first: number; readonly last: number }[] {
  return Array.from({ length: Math.ceil(count / CODES_A_PRINT) }, (_, index) => ({
    first: index * CODES_A_PRINT + 1,
    last: Math.min((index + 1) * CODES_A_PRINT, count),
  }));
}

interface Redeemable {
  readonly status: 'Generating' | 'Ready' | 'Revoked';
  readonly expiresAt?: string | undefined;
}

/** Why the codes of a batch cannot be redeemed at a moment, in milliseconds; `undefined` if they can. */
export function obstacleOf(
  { status, expiresAt }: Redeemable,
  now: number,
): 'generating' | 'takenBack' | 'expired' | undefined {
  if (status === 'Generating') return 'generating';
  if (status === 'Revoked') return 'takenBack';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? 'expired' : undefined;
}
