/**
 * Stripe.js, version endive (types in @stripe/stripe-js 10), as far as this page uses it. The server names its URL, so
 * that the policy of the page and the script agree.
 */
interface StripeScript {
  (publishableKey: string): {
    readonly createEmbeddedCheckoutPage: (options: {
      readonly clientSecret: string;
      /** Called when the buyer is done; the payment may still be pending. */
      readonly onComplete: () => void;
    }) => Promise<StripeForm>;
  };
}

interface StripeForm {
  mount(place: HTMLElement): void;
  destroy(): void;
}

declare global {
  interface Window {
    Stripe?: StripeScript;
  }
}

export interface FormOptions {
  /** The URL of the script. */
  readonly script: string;
  /** The data of the payment's continuation. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly onComplete: () => void;
}

const LOAD_MS = 20_000;

/** A page shows one form at a time: the next one waits until the last one is gone. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Shows the payment form of the provider in `place`. Rejects when its script cannot be loaded or refuses. Aborting
 * `signal` removes the form.
 */
export function showForm(place: HTMLElement, options: FormOptions, signal: AbortSignal): Promise<void> {
  const work = turn.then(() => mountForm(place, options, signal));
  turn = work.catch(() => undefined);
  return work;
}

async function mountForm(place: HTMLElement, options: FormOptions, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { clientSecret = '', publishableKey = '' } = options.parameters;
  const stripe = await loadScript(options.script);
  const form = await stripe(publishableKey).createEmbeddedCheckoutPage({
    clientSecret,
    onComplete: options.onComplete,
  });
  if (signal.aborted) {
    form.destroy();
    return;
  }
  form.mount(place);
  signal.addEventListener('abort', () => {
    form.destroy();
  });
}

function loadScript(url: string): Promise<StripeScript> {
  return new Promise((resolve, reject) => {
    if (window.Stripe !== undefined) {
      resolve(window.Stripe);
      return;
    }
    const element = document.createElement('script');
    const fail = () => {
      element.remove();
      reject(new Error(`The script ${url} cannot be loaded.`));
    };
    const deadline = setTimeout(fail, LOAD_MS);
    element.addEventListener('error', fail);
    element.addEventListener('load', () => {
      clearTimeout(deadline);
      if (window.Stripe === undefined) fail();
      else resolve(window.Stripe);
    });
    element.src = url;
    document.head.append(element);
  });
}
