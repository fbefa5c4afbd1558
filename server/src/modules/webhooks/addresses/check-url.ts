import { isIP } from 'node:net';
import { type AddressRules, mayConnect } from './address-rules.ts';

const MOST_CHARACTERS = 2_000;
const LOWEST_FREE_PORT = 1_024;
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Why events cannot be sent to this URL, as predicates; empty if they can. A host name is checked again each time,
 * when its addresses are known.
 */
export function urlIssues(text: string, rules: AddressRules): string[] {
  if (text.length > MOST_CHARACTERS) return [`must have at most ${MOST_CHARACTERS} characters`];
  const url = URL.parse(text);
  if (url === null) return ['must be an absolute URL, such as https://example.com/hooks'];
  const host = hostOf(url);
  const isLocal = isIP(host) === 0 ? LOCAL_NAMES.test(host) : false;
  const isPermitted =
    isIP(host) === 0 ? !isLocal || (rules.allowsLoopback && host === 'localhost') : mayConnect(host, rules);
  return [
    ...(isSecure(url, host, rules) ? [] : ['must begin with https://']),
    ...(url.username === '' && url.password === '' ? [] : ['must not contain a user name or a password']),
    ...(url.hash === '' ? [] : ['must not contain a fragment (#)']),
    ...(isFreePort(url) ? [] : [`must use port 443, or one from ${LOWEST_FREE_PORT}`]),
    ...(isPermitted ? [] : ['must not lead into a private or reserved network']),
  ];
}

/** The host of a URL, without the brackets and the final dot that it may have. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Without TLS only to this machine, in development, or to a receiver that the operator permits. */
function isSecure({ protocol }: URL, host: string, rules: AddressRules): boolean {
  if (protocol === 'https:') return true;
  if (protocol !== 'http:') return false;
  if (isIP(host) === 0) return rules.allowsLoopback && host === 'localhost';
  return mayConnect(host, rules) && !mayConnect(host, { allowedNetworks: [], allowsLoopback: false });
}

function isFreePort({ port, protocol }: URL): boolean {
  return (
    port === '' ||
    port === '443' ||
    (protocol === 'http:' && port === '80') ||
    Number(port) >= LOWEST_FREE_PORT
  );
}
