import { isIPv4, isIPv6 } from 'node:net';

/** A range of addresses, both ends inclusive, as numbers. */
interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

const IPV4_BITS = 32n;
const IPV6_BITS = 128n;
/** IPv4 addresses as IPv6 writes them, `::ffff:0:0/96`. */
const MAPPED: Range = { first: 0xffffn << IPV4_BITS, last: (0x10000n << IPV4_BITS) - 1n };
/** The addresses of IPv6 that the internet uses, `2000::/3`. */
const GLOBAL: Range = { first: 1n << 125n, last: (2n << 125n) - 1n };

/**
 * Whether the networks together contain at least half of the internet's addresses, IPv4 or IPv6: as proxies they would
 * let anybody choose the address that limits and logs see. Invalid entries are ignored.
 */
export function holdMostAddresses(networks: readonly string[]): boolean {
  const ranges = networks.flatMap((network) => rangeOf(network) ?? []);
  return [MAPPED, GLOBAL].some((space) => sizeWithin(ranges, space) * 2n >= sizeOf(space));
}

/** An address or a network in CIDR notation; IPv4 as its range within IPv6. */
function rangeOf(network: string): Range | undefined {
  const [address = '', prefix] = network.split('/');
  const bits = isIPv4(address) ? IPV4_BITS : IPV6_BITS;
  if (!/^\d{1,3}$/.test(prefix ?? '0') || BigInt(prefix ?? '0') > bits) return undefined;
  const base = isIPv4(address)
    ? MAPPED.first + numberOf(address)
    : isIPv6(address)
      ? ipv6Of(address)
      : undefined;
  if (base === undefined) return undefined;
  const size = 1n << (bits - BigInt(prefix ?? bits));
  const first = base - (base % size);
  return { first, last: first + size - 1n };
}

function numberOf(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function ipv6Of(address: string): bigint {
  const [plain = ''] = address.split('%', 1);
  const hexadecimal = plain.replace(/:(\d+\.\d+\.\d+\.\d+)$/, (_part, ipv4: string) => {
    const value = numberOf(ipv4);
    return `:${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = hexadecimal.split('::', 2);
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** The number of addresses of the space that are in at least one of the ranges. */
function sizeWithin(ranges: readonly Range[], space: Range): bigint {
  const inside = ranges
    .map(({ first, last }) => ({
      first: first > space.first ? first : space.first,
      last: last < space.last ? last : space.last,
    }))
    .filter(({ first, last }) => first <= last)
    .toSorted((one, other) => (one.first < other.first ? -1 : 1));
  let covered = 0n;
  let next = space.first;
  for (const { first, last } of inside) {
    if (last < next) continue;
    covered += last - (first > next ? first : next) + 1n;
    next = last + 1n;
  }
  return covered;
}

function sizeOf({ first, last }: Range): bigint {
  return last - first + 1n;
}
