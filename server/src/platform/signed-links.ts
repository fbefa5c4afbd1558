import type { Clock } from '../kernel/clock.ts';
import type { Vault } from './crypto/vault.ts';

/** The query that makes a link valid without a session, until it expires. */
export interface LinkSignature {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** Signs the subject of a link, for `lifetimeSeconds` from now. The purpose keeps links of different kinds apart. */
export function signLink(
  system: { readonly clock: Clock; readonly vault: Vault },
  purpose: string,
  subject: string,
  lifetimeSeconds: number,
): LinkSignature {
  const expires = Math.floor(system.clock.now().getTime() / 1_000) + lifetimeSeconds;
  return { expires, signature: system.vault.sign(purpose, `${expires}\n${subject}`) };
}

/** Whether the link was signed here for this purpose and subject, and has not expired. */
export function isLinkValid(
  system: { readonly clock: Clock; readonly vault: Vault },
  purpose: string,
  subject: string,
  { expires, signature }: LinkSignature,
): boolean {
  const isSigned = system.vault.verify(purpose, `${expires}\n${subject}`, signature);
  return isSigned && system.clock.now().getTime() < expires * 1_000;
}
