import { isIPv4 } from 'node:net';

/** Whether the address is only reachable from this machine. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/**
 * The host name of a `Host` header, lower case and without the port; `undefined` for anything but a plain name or
 * address, such as `name@host`, which URL parsers read in different ways.
 */
export function plainHostName(host: string): string | undefined {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase();
}

/**
 * Whether the request was sent to this machine under a name that always means the local machine. A website cannot have
 * such a name: if it points its own domain at this machine, so that a browser here requests it, that domain gives it
 * away.
 */
export function isLoopbackHost(host: string): boolean {
  const name = plainHostName(host);
  return name === 'localhost' || name === '[::1]' || isLoopbackAddress(name);
}
