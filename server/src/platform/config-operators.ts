import { isLoopbackHost } from './http/network/loopback.ts';

/** Who signs in first, and with which password: in the environment, or in a file. */
export interface OperatorConfig {
  readonly email: string;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
}

/** The vendor's own service for signing in (OpenID Connect). */
export interface SignInProvider {
  /** As the service itself says it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the sign-in page calls it. */
  readonly name: string;
}

/** Reads variables, and collects what is wrong with them. */
interface VariableReader {
  readonly mistakes: string[];
  text(name: string): string | undefined;
}

/** Who signs in to the dashboard first, and where operators sign in otherwise. */
export function operatorAccessOf(read: VariableReader): {
  readonly operator: OperatorConfig | undefined;
  readonly signInProvider: SignInProvider | undefined;
} {
  return { operator: operatorOf(read), signInProvider: signInProviderOf(read) };
}

function operatorOf(read: VariableReader): OperatorConfig | undefined {
  const email = read.text('LATCHKEY_OPERATOR_EMAIL');
  const password = read.text('LATCHKEY_OPERATOR_PASSWORD');
  const passwordFile = read.text('LATCHKEY_OPERATOR_PASSWORD_FILE');
  const passwords = [password, passwordFile].filter((text) => text !== undefined).length;
  if (passwords === (email === undefined ? 0 : 1)) {
    return email === undefined ? undefined : { email, password, passwordFile };
  }
  read.mistakes.push(
    'LATCHKEY_OPERATOR_EMAIL needs either LATCHKEY_OPERATOR_PASSWORD or LATCHKEY_OPERATOR_PASSWORD_FILE, and neither of them is set without it',
  );
  return undefined;
}

/** Where people of any tenant sign in, with emails that their tenant gives them; and the document, which is no issuer. */
const SHARED = /^\/(?:common|organizations|consumers)(?:\/|$)|\/\.well-known\//;

/** The provider of sign-ins; half of one is a mistake. Without TLS, only one on this machine is trusted. */
function signInProviderOf(read: VariableReader): SignInProvider | undefined {
  const issuer = read.text('LATCHKEY_OIDC_ISSUER');
  const clientId = read.text('LATCHKEY_OIDC_CLIENT_ID');
  const clientSecret = read.text('LATCHKEY_OIDC_CLIENT_SECRET');
  const name = read.text('LATCHKEY_OIDC_NAME');
  if ([issuer, clientId, clientSecret, name].every((text) => text === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    read.mistakes.push(
      'LATCHKEY_OIDC_ISSUER, LATCHKEY_OIDC_CLIENT_ID and LATCHKEY_OIDC_CLIENT_SECRET must be set all, or none of them, and LATCHKEY_OIDC_NAME not without them',
    );
    return undefined;
  }
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host));
  if (url === null || !isSafe || url.search !== '' || url.hash !== '') {
    read.mistakes.push('LATCHKEY_OIDC_ISSUER must be a URL starting with https://, without ? and #');
    return undefined;
  }
  if (SHARED.test(url.pathname)) {
    read.mistakes.push(
      'LATCHKEY_OIDC_ISSUER must name your own tenant, not what all tenants share, and no file in /.well-known/',
    );
    return undefined;
  }
  return { issuer, clientId, clientSecret, name: name ?? url.host };
}
