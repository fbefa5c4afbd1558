import { isIPv4 } from 'node:net';

/** Whether the address is of this machine alone. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/**
 * The host name of a `Host` header, lower case and without the port; `undefined` for anything but a plain name or
 * address, such as `name@host`, which is read differently by everybody who takes it for a URL.
 */
export function plainHostName(host: string): string | undefined {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase();
}

/**
 * Whether the request was sent to this machine under a name that means it everywhere. A website cannot have such a name:
 * one that makes a name of its own lead here, so that a browser on this machine asks for it, is recognised by that name.
 */
export function isLoopbackHost(host: string): boolean {
  const name = plainHostName(host);
  return name === 'localhost' || name === '[::1]' || isLoopbackAddress(name);
}
