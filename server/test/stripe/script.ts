/**
 * The stand-in's Stripe.js, version endive, as far as the checkout page uses it: the form is the payment page in a
 * frame, which reports that the buyer is done.
 */
export function formScript(pagesUrl: string): string {
  return `window.Stripe = (publishableKey) => ({
  createEmbeddedCheckoutPage: async ({ clientSecret, onComplete }) => {
    if (!publishableKey.startsWith('pk_')) throw new Error('Invalid API key');
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment form';
    frame.src = '${pagesUrl}/pay/' + clientSecret.replace(/_secret$/, '');
    frame.style.cssText = 'width: 100%; height: 20rem; border: 0; background: white';
    const hear = ({ source, data }) => {
      if (source === frame.contentWindow && data === 'complete') onComplete();
    };
    addEventListener('message', hear);
    const unmount = () => frame.remove();
    return {
      mount: (place) => (typeof place === 'string' ? document.querySelector(place) : place).append(frame),
      unmount,
      destroy: () => {
        removeEventListener('message', hear);
        unmount();
      },
    };
  },
});
`;
}
