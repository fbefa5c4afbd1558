import ipaddr from 'ipaddr.js';

/** What an operator permits beyond the public internet. */
export interface AddressRules {
  /** Addresses and networks in CIDR notation of internal receivers. */
  readonly allowedNetworks: readonly string[];
  /** Development: receivers on this machine, also without TLS. */
  readonly allowsLoopback: boolean;
}

type Address = ReturnType<typeof ipaddr.parse>;

/** IPv4 addresses in IPv6-only networks: they count as what they contain. */
const NAT64 = '64:ff9b::/96';
const NAT64_PREFIX_BYTES = 12;
/** Addresses that the library counts as public: those compatible with IPv4, a local NAT64, a cloud's own services. */
const SPECIAL = ['::/96', '64:ff9b:1::/48', '168.63.129.16/32'];

/** Whether webhooks may be sent to an address: a public one, or one that the rules permit. */
export function mayConnect(text: string, rules: AddressRules): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = withoutNat64(ipaddr.process(text));
  if (rules.allowedNetworks.some((network) => isIn(address, network))) return true;
  const range = address.range();
  if (range === 'loopback') return rules.allowsLoopback;
  return range === 'unicast' && !SPECIAL.some((network) => isIn(address, network));
}

function withoutNat64(address: Address): Address {
  return isIn(address, NAT64)
    ? ipaddr.fromByteArray(address.toByteArray().slice(NAT64_PREFIX_BYTES))
    : address;
}

function isIn(address: Address, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(
    network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`,
  );
  if (address.kind() !== base.kind()) return false;
  return address.match(base, bits);
}
