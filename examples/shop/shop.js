import { createStorefront, itemsOf, Refusal } from '@latchkey/sdk';
import { baseUrl } from './config.js';

const shop = createStorefront({ baseUrl });

/** @type {(id: string) => HTMLElement} */
const place = (id) => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
};

/** An element with content. @type {(name: string, ...content: (string | Node)[]) => HTMLElement} */
const make = (name, ...content) => {
  const element = document.createElement(name);
  element.append(...content);
  return element;
};

/**
 * A button. It shows failures, and can only be pressed once at a time. @type {(text: string, act: () =>
 * Promise<unknown>) => HTMLElement}
 */
const action = (text, act) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => void perform(button, act));
  return button;
};

/** @type {(button: HTMLButtonElement, act: () => Promise<unknown>) => Promise<void>} */
async function perform(button, act) {
  button.disabled = true;
  place('notice').textContent = '';
  try {
    await act();
  } catch (failure) {
    place('notice').textContent = sentenceOf(failure);
  }
  button.disabled = false;
}

/** The server's message for people; or that it is unreachable. @type {(failure: unknown) => string} */
function sentenceOf(failure) {
  return failure instanceof Refusal ? failure.message : 'The shop could not be reached. Please try again.';
}

/** @type {(amount: number, currency: string) => string} */
function money(amount, currency) {
  return new Intl.NumberFormat(navigator.language, { style: 'currency', currency }).format(amount);
}

async function showProducts() {
  const { products, suggestedCurrency } = await shop.catalog();
  const cards = products.flatMap(({ id, name, tagline, defaultVariation: variation }) => {
    const price = variation?.price[suggestedCurrency];
    if (variation === undefined || price === undefined) return [];
    const add = async () => {
      const item = {
        type: /** @type {const} */ ('Product'),
        productId: id,
        variationId: variation.id,
        quantity: 1,
      };
      showCart(await shop.cart.add(item));
      place('notice').textContent = `${name} is in your cart.`;
    };
    const button = action('Add to cart', add);
    button.setAttribute('aria-label', `Add to cart: ${name}`);
    return [
      make(
        'li',
        make('h3', name),
        make('p', tagline),
        make('strong', money(price, suggestedCurrency)),
        button,
      ),
    ];
  });
  place('products').replaceChildren(...cards);
}

/** @type {(order: import('@latchkey/sdk').Order | undefined) => void} */
function showCart(order) {
  const items = order?.items ?? [];
  const lines = items.map((line) => {
    const name = line.type === 'Product' ? line.product.name : line.bundle.name;
    const remove = action('Remove', async () => {
      showCart(await shop.cart.update({ items: items.filter((other) => other !== line) }));
    });
    remove.setAttribute('aria-label', `Remove ${name}`);
    return make('li', make('span', `${line.quantity} × ${name}`), remove);
  });
  place('cart').replaceChildren(...lines);
  const due = order?.total?.due;
  place('total').textContent =
    due === undefined ? 'Nothing is in your cart yet.' : `Total: ${money(due.amount, due.currency)}`;
  place('checkout').hidden = lines.length === 0;
}

/** The customer's products, with a button for each file. */
async function showDownloads() {
  const { signedIn } = shop.session.state();
  place('mine').hidden = signedIn === undefined;
  if (signedIn === undefined) return;
  const lines = [];
  const products = itemsOf((page) =>
    shop.client.GET('/api/customer/inventory/products', { params: { query: { ...page } } }),
  );
  for await (const { id: productId, name, currentVersion: version, downloads = [] } of products) {
    const buttons = downloads.map(({ name: file, key }) =>
      action(file, async () => {
        location.href = await shop.downloadUrl({ productId, version: version ?? '', key });
      }),
    );
    lines.push(make('li', make('span', `${name} ${version ?? ''}`), ...buttons));
  }
  place('downloads').replaceChildren(...(lines.length === 0 ? [make('li', 'You own nothing yet.')] : lines));
}

function showCustomer() {
  const { signedIn, wasEnded, endedElsewhere } = shop.session.state();
  place('customer').textContent = signedIn?.email ?? '';
  place('sign-in').hidden = signedIn !== undefined;
  place('sign-out').hidden = signedIn === undefined;
  if (wasEnded) place('notice').textContent = 'Your session has ended. Sign in again to continue.';
  if (endedElsewhere) place('notice').textContent = 'You signed out in another tab.';
}

/** Prices, cart and downloads depend on the customer. */
async function showEverything() {
  showCustomer();
  const [order] = await Promise.all([shop.cart.load(), showProducts(), showDownloads()]);
  showCart(order);
}

/** @type {(task: () => Promise<void>) => void} */
function run(task) {
  task().catch((failure) => {
    place('notice').textContent = sentenceOf(failure);
  });
}

const dialog = document.querySelector('dialog');
dialog?.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const fields = new FormData(event.target);
  const [email, password] = [fields.get('email'), fields.get('password')];
  if (typeof email !== 'string' || typeof password !== 'string') return;
  place('sign-in-error').textContent = '';
  shop.signIn({ email, password }).then(
    () => dialog.close(),
    (failure) => {
      place('sign-in-error').textContent = sentenceOf(failure);
    },
  );
});
place('sign-in').addEventListener('click', () => dialog?.showModal());
place('cancel').addEventListener('click', () => dialog?.close());
place('sign-out').addEventListener('click', () => run(() => shop.signOut()));
place('checkout').addEventListener('click', () =>
  run(async () => {
    const url = await shop.cart.checkoutUrl({ returnUrl: location.href });
    if (url !== undefined) location.href = url;
    // The cart is empty now: it was paid in another tab, for example.
    else await showEverything();
  }),
);
// Also when another tab signs in or out. A renewal of the tokens changes nothing on the page.
let customerId = shop.session.state().signedIn?.id;
shop.session.subscribe(() => {
  const next = shop.session.state().signedIn?.id;
  if (next !== customerId) run(showEverything);
  customerId = next;
});
run(async () => {
  await showEverything();
  const vendor = await shop.visitor.GET('/api/public/vendors/current');
  place('vendor').textContent = vendor.data?.name ?? 'Shop';
});
