import { readFile } from 'node:fs/promises';

/** Clears the bit of AVX-512 IFMA in OpenSSL's view of the CPU: bit 21 of the second pair of words. */
const WITHOUT_IFMA = { OPENSSL_ia32cap: ':~0x200000' };

/**
 * The environment in which OpenSSL signs as on a CPU without the AVX-512 IFMA instructions, with which RSA-2048 takes
 * about a third of its time; `undefined` if this CPU has none, or does not report it.
 */
export async function withoutIfma(): Promise<Readonly<Record<string, string>> | undefined> {
  const facts = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  return /^flags\s*:.*\bavx512ifma\b/m.test(facts) ? WITHOUT_IFMA : undefined;
}
