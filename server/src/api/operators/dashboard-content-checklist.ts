import { Type } from '../../kernel/schema.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import { readAs } from '../../platform/schema-check.ts';
import { type ContentReader, section } from './dashboard-content-parts.ts';

const Settings = Type.Object({
  seller: Type.Object({
    address: Type.Array(Type.String()),
    country: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  }),
  tax: Type.Object({ mode: Type.String() }),
  paymentProvider: Type.Optional(Type.String()),
  mailFrom: Type.Optional(Type.String()),
  links: Type.Object({ terms: Type.Optional(Type.String()), privacy: Type.Optional(Type.String()) }),
});
const Products = Type.Object({ items: Type.Array(Type.Unknown()) });

/**
 * What a new shop lacks, after the place of what waits for somebody. Empty for a shop that has everything, and where an
 * answer is none.
 */
export function checklistContent(
  answers: { readonly settings: unknown; readonly products: unknown },
  { words: { home } }: ContentReader,
): string {
  const settings = readAs(Settings, answers.settings);
  const products = readAs(Products, answers.products);
  if (settings === undefined || products === undefined) return '';
  const { seller, tax, paymentProvider, mailFrom, links } = settings;
  const steps = [
    { ...home.steps.products, isDone: products.items.length > 0 },
    { ...home.steps.seller, isDone: seller.address.length > 0 && seller.country !== undefined },
    { ...home.steps.email, isDone: seller.email !== undefined },
    { ...home.steps.taxes, isDone: tax.mode !== 'none' },
    { ...home.steps.payments, isDone: paymentProvider !== undefined },
    { ...home.steps.sender, isDone: mailFrom !== undefined },
    { ...home.steps.legal, isDone: links.terms !== undefined && links.privacy !== undefined },
  ];
  if (steps.every(({ isDone }) => isDone)) return '';
  const rows = steps.map(({ title, text, action, isDone }) => {
    const state = `<span class="first-state" data-tone="${isDone ? 'good' : 'waiting'}">${isDone ? home.isDone : home.isOpen}</span>`;
    const rest = isDone ? '' : ` – ${escaped(text)}`;
    const link = isDone ? '' : `<span class="first-link">${escaped(action)}</span>`;
    return `<li>${state}<span class="first-step"><b>${escaped(title)}</b>${rest}</span>${link}</li>`;
  });
  return `<div class="first-below">${
    section({ title: home.matters, content: '<div class="first-wait"></div>' }) +
    section({
      title: home.checklist,
      content: `<p class="first-text first-dimmed">${escaped(home.checklistText)}</p><ul class="first-rows">${rows.join('')}</ul>`,
    })
  }</div>`;
}
