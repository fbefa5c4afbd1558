import type { EmbedTexts } from './embed-en.ts';
import { isForCart, type Look, lookOf, purchaseOf, textsOf } from './attributes.ts';
import { showCount } from './cart-badge.ts';
import { openDialog } from './dialog.ts';
import { fieldsOf } from './fields.ts';
import { createFrame, type FrameMessage } from './frame.ts';
import { addToCart, announceCount, cartId, countCart, OrderFailure, setCartId } from './orders.ts';
import { styles } from './styles.ts';

/** The behavior of one of the elements. */
export interface ElementKind {
  readonly label: (texts: EmbedTexts, element: HTMLElement) => string;
  /** The name of the dialog. */
  readonly title: (texts: EmbedTexts) => string;
  /** The page that it shows. */
  readonly page: (element: HTMLElement, look: Look) => string | Promise<string>;
  readonly hasCount?: boolean;
}

/**
 * A button that opens a page of the vendor in a dialog or, with the attribute `inline`, the page itself. It dispatches
 * the events `latchkey-opened`, `-closed`, `-added`, `-completed` and `-failed`.
 */
export abstract class PageElement extends HTMLElement {
  protected abstract readonly kind: ElementKind;
  static readonly observedAttributes = ['locale', 'inline', 'to'];
  #life = new AbortController();
  #close = (): void => {};

  connectedCallback(): void {
    this.#life = new AbortController();
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [styles];
    if (this.hasAttribute('inline')) this.#showInline(shadow);
    else this.#showButton(shadow);
  }

  disconnectedCallback(): void {
    this.#close();
    this.#life.abort();
  }

  attributeChangedCallback(): void {
    if (!this.isConnected || this.shadowRoot === null) return;
    this.disconnectedCallback();
    this.connectedCallback();
  }

  /** The action of a click. */
  open(): void {
    if (isForCart(this)) void this.#add();
    else this.#showDialog();
  }

  close(): void {
    this.#close();
  }

  #showButton(shadow: ShadowRoot): void {
    const texts = textsOf(this);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'open';
    button.part.add('button');
    const label = document.createElement('slot');
    label.textContent = this.kind.label(texts, this);
    button.append(label);
    button.addEventListener('click', () => {
      this.open();
    });
    const note = document.createElement('p');
    note.className = 'note';
    note.part.add('note');
    note.setAttribute('role', 'status');
    shadow.replaceChildren(button, note);
    if (this.kind.hasCount === true) showCount(button, texts, this.#life.signal);
  }

  #showInline(shadow: ShadowRoot): void {
    const texts = textsOf(this);
    const frame = createFrame(this.kind.title(texts), (message) => {
      this.#hear(message);
    });
    this.#close = frame.close;
    shadow.replaceChildren(frame.element);
    Promise.resolve(this.kind.page(this, lookOf(this))).then(frame.show, (failure: unknown) => {
      this.#report(failure);
    });
  }

  #showDialog(): void {
    const texts = textsOf(this);
    const look = lookOf(this);
    this.#close();
    this.#close = openDialog({
      parent: this.shadowRoot ?? this,
      title: this.kind.title(texts),
      texts,
      theme: look.theme,
      url: this.kind.page(this, look),
      describe: (failure) => this.#report(failure),
      onMessage: (message) => {
        this.#hear(message);
      },
      onClose: (isCompleted) => {
        this.#close = () => {};
        this.#tell('latchkey-closed', { completed: isCompleted });
        if (this.kind.hasCount === true) void countCart().then(announceCount);
      },
    });
    this.#tell('latchkey-opened', {});
  }

  async #add(): Promise<void> {
    const button = this.shadowRoot?.querySelector('button');
    const note = this.shadowRoot?.querySelector('.note');
    if (!button || !note) return;
    button.disabled = true;
    note.textContent = '';
    try {
      const count = await addToCart(purchaseOf(this));
      note.textContent = textsOf(this).added;
      this.#tell('latchkey-added', { count });
    } catch (failure) {
      note.textContent = this.#report(failure);
    }
    button.disabled = false;
    button.focus();
  }

  #hear(message: FrameMessage): void {
    const { event, order } = message;
    if (event === 'cart') this.#hearOfCart(message);
    if (event !== 'completed') return;
    if (fieldsOf(order)['id'] === cartId()) {
      setCartId(undefined);
      announceCount(0);
    }
    this.#tell('latchkey-completed', { order });
  }

  /** The page of the cart changes the cart that it was opened with, or replaces it; no other page affects it. */
  #hearOfCart({ count, orderId, previousId }: FrameMessage): void {
    const current = cartId();
    if (this.kind.hasCount !== true || orderId === undefined) return;
    if (orderId !== current && previousId !== current) return;
    setCartId(orderId);
    announceCount(count);
  }

  /** Reports a failure to the page; returns the sentence for people. */
  #report(failure: unknown): string {
    const texts = textsOf(this);
    const { errorType, message }: Partial<OrderFailure> = failure instanceof OrderFailure ? failure : {};
    const fallback = errorType === 'NotForSale' ? texts.notForSale : texts.unreachable;
    const text = message === undefined || message === '' ? fallback : message;
    this.#tell('latchkey-failed', { errorType, message: text });
    return text;
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
