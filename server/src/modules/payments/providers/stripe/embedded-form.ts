import type { AccountContext } from '../../../accounts/index.ts';
import type { EmbeddedForm } from '../../provider.ts';
import type { ProviderSettings } from '../../connections/provider-connection.ts';

/** The version of Stripe.js that the checkout page is written for: that of `API_VERSION`. */
const SCRIPT_PATH = '/endive/stripe.js';

/** As Stripe documents them for Stripe.js and for its checkout in a page. */
const STRIPE_HOSTS: EmbeddedForm['sources'] = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frames: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://checkout.stripe.com',
    'https://hooks.stripe.com',
  ],
  connections: ['https://api.stripe.com', 'https://checkout.stripe.com'],
};

/** The form of an account that has the key for it; from the stand-in where there is one. */
export function embeddedForm(
  { config }: Pick<AccountContext, 'config'>,
  { publishableKey, formInPage }: ProviderSettings,
): EmbeddedForm | undefined {
  if (typeof publishableKey !== 'string') return undefined;
  const inPage = formInPage === true;
  if (config.stripeApi === undefined)
    return { script: `https://js.stripe.com${SCRIPT_PATH}`, inPage, sources: STRIPE_HOSTS };
  const { origin } = new URL(config.stripeApi.url);
  const hosts = [origin];
  return {
    script: `${origin}${SCRIPT_PATH}`,
    inPage,
    sources: { scripts: hosts, frames: hosts, connections: hosts },
  };
}
