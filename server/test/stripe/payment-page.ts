import type { Stripe } from 'stripe';
import type { SentItem } from './state.ts';

/** The page on which a person pays a session. */
export function paymentPage(
  session: Stripe.Checkout.Session,
  items: readonly SentItem[],
  notice = '',
): string {
  const rows = items.map(
    ({ name, quantity, unitAmount }) => `<li>${escaped(name)}: ${quantity} × ${unitAmount}</li>`,
  );
  return pageWith(
    `<p>${escaped(notice)}</p>
    <ul>${rows.join('')}</ul>
    <p>To pay: <strong>${session.amount_total} ${escaped(session.currency ?? '')}</strong></p>
    <form method="post">
      <label>Card number <input name="card" inputmode="numeric" autocomplete="cc-number" required></label>
      <button>Pay</button>
    </form>
    ${session.cancel_url === null ? '' : `<a href="${escaped(session.cancel_url)}">Back to the shop</a>`}`,
  );
}

/** The page of the bank, which asks for confirmation. */
export function secondStepPage(session: Stripe.Checkout.Session): string {
  return pageWith(
    `<p>Your bank asks you to confirm ${session.amount_total} ${escaped(session.currency ?? '')}.</p>
    <form method="post">
      <button name="step" value="confirm">Confirm</button>
      <button name="step" value="refuse">Refuse</button>
    </form>`,
  );
}

/** The end of a form inside another page, which is notified of it. */
export function donePage(): string {
  return pageWith(`<p>Paid.</p><script>parent.postMessage('complete', '*')</script>`);
}

function pageWith(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Payment page of the stand-in</title></head>
  <body><main><h1>Pay</h1>${content}</main></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
