import { type Static, Type } from '../../kernel/schema.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import { readAs } from '../../platform/schema-check.ts';
import {
  type Cell,
  type ContentReader,
  type FieldBox,
  choices,
  fields,
  heading,
  moment,
  money,
  table,
} from './dashboard-content-parts.ts';

const Time = Type.String();
const Customer = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  email: Type.String(),
  isDeleted: Type.Boolean(),
  ownedProducts: Type.Array(Type.String()),
  createdAt: Time,
});
const Order = Type.Object({
  number: Type.Optional(Type.String()),
  billingDetails: Type.Optional(
    Type.Object({ name: Type.Optional(Type.String()), email: Type.Optional(Type.String()) }),
  ),
  customerId: Type.Optional(Type.String()),
  lines: Type.Array(Type.Object({ title: Type.String() })),
  status: Type.Enum(['Open', 'PaymentProcessing', 'Paid', 'Completed']),
  undue: Type.Optional(Type.Boolean()),
  total: Type.Optional(Type.Object({ due: Type.Object({ amount: Type.Number(), currency: Type.String() }) })),
  createdAt: Time,
});
const License = Type.Object({
  ownerId: Type.String(),
  productId: Type.String(),
  status: Type.Enum(['Active', 'Revoked', 'Expired']),
  activeNumberOfActivations: Type.Integer(),
  maxNumberOfActivations: Type.Integer(),
  createdAt: Time,
  expiresAt: Type.Optional(Time),
});

/** Of those who may read customers. */
const Owners = Type.Optional(
  Type.Array(Type.Object({ id: Type.String(), name: Type.Optional(Type.String()), email: Type.String() })),
);
const Orders = Type.Object({ items: Type.Array(Order), owners: Owners });
const Licenses = Type.Object({ items: Type.Array(License), owners: Owners });

const TONES: Readonly<Record<string, string>> = {
  Open: 'off',
  PaymentProcessing: 'waiting',
  Paid: 'waiting',
  Completed: 'good',
  Active: 'good',
  Revoked: 'bad',
  Expired: 'off',
};

/** The list of customers. Empty where the answer is none, as of the others. */
export function customersContent(answer: unknown, reader: ContentReader): string {
  const page = readAs(Type.Object({ items: Type.Array(Customer) }), answer);
  if (page === undefined) return '';
  const { customers: words, status } = reader.words;
  const rows = page.items.map(({ name, email, isDeleted, ownedProducts, createdAt }): Cell[] => [
    main(words.name, name ?? email),
    { ...cell(words.email, email), sort: 'none' },
    { label: status, content: state(isDeleted ? 'off' : 'good', isDeleted ? words.deleted : words.active) },
    { ...cell(words.products, String(ownedProducts.length)), isNumber: true },
    { ...time(words.since, createdAt, reader), sort: 'descending' },
  ]);
  const filters = [text(words.search), choice(status, words.deleted), ...days(reader)];
  return listOf(reader, { head: heading(words.label), filters, rows, isPersonal: true });
}

/** The list of orders. */
export function ordersContent(answer: unknown, reader: ContentReader): string {
  const page = readAs(Orders, answer);
  if (page === undefined) return '';
  const owners = namesOf(page.owners);
  const { orders: words, status } = reader.words;
  const rows = page.items.map((order): Cell[] => [
    main(words.number, order.number ?? words.unnumbered),
    cell(words.buyer, buyerOf(order, owners)),
    cell(words.items, order.lines.map(({ title }) => title).join(', ')),
    { label: status, content: orderState(order, reader) },
    {
      ...cell(
        words.total,
        order.total === undefined ? '' : money(order.total.due.amount, order.total.due.currency, reader),
      ),
      isNumber: true,
    },
    { ...time(words.created, order.createdAt, reader), sort: 'descending' },
  ]);
  const filters = [
    text(words.search),
    text(words.email),
    choice(status, words.statuses.Paid),
    choice(words.money, words.undue),
    choice(words.needs, words.widestNeed),
    ...days(reader),
  ];
  return listOf(reader, { head: heading(words.label), filters, rows, isPersonal: true });
}

/** The list of licenses, with the button and the boxes of those who may change them. */
export function licensesContent(answer: unknown, reader: ContentReader): string {
  const page = readAs(Licenses, answer);
  if (page === undefined) return '';
  const { licenses: words, status, selected } = reader.words;
  const owners = namesOf(page.owners);
  const mayChange = reader.mayDo('licenses:write');
  const rows = page.items.map((license): Cell[] => [
    ...(mayChange ? [{ label: selected, content: '<i class="first-box"></i>', isBox: true }] : []),
    main(words.product, license.productId),
    ...(page.owners === undefined ? [] : [cell(words.owner, owners.get(license.ownerId) ?? '')]),
    { label: status, content: state(TONES[license.status] ?? 'off', words.statuses[license.status]) },
    {
      ...cell(words.seats, words.seatsOf(license.activeNumberOfActivations, license.maxNumberOfActivations)),
      isNumber: true,
    },
    { ...time(words.created, license.createdAt, reader), sort: 'descending' },
    license.expiresAt === undefined
      ? cell(words.expires, words.never)
      : time(words.expires, license.expiresAt, reader),
  ]);
  const filters = [
    text(words.key),
    text(words.email),
    text(words.productId),
    choice(status, words.statuses.Expired),
  ];
  const button = mayChange && reader.mayDo('products:read') ? words.issue : undefined;
  return listOf(reader, { head: heading(words.label, button), filters, rows, isPersonal: false });
}

interface ListParts {
  readonly head: string;
  readonly filters: readonly FieldBox[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether its CSV file is about persons, which not everybody may take along. */
  readonly isPersonal: boolean;
}

function listOf(reader: ContentReader, { head, filters, rows, isPersonal }: ListParts): string {
  const { words, mayDo } = reader;
  const buttons = choices(words, !isPersonal || mayDo('customers:export'));
  return head + fields([...filters, { label: words.sort, kind: 'sort' }], buttons) + table(rows);
}

/** Names, or addresses of those without one, by their ids. */
function namesOf(owners: Static<typeof Owners> = []): ReadonlyMap<string, string> {
  return new Map(owners.map(({ id, name, email }) => [id, name ?? email]));
}

function buyerOf(
  { billingDetails: { name, email } = {}, customerId = '' }: Static<typeof Order>,
  owners: ReadonlyMap<string, string>,
): string {
  return name ?? email ?? owners.get(customerId) ?? '';
}

function text(label: string): FieldBox {
  return { label, kind: 'text' };
}

function choice(label: string, widest: string): FieldBox {
  return { label, kind: 'choice', widest };
}

function cell(label: string, value: string): Cell {
  return { label, content: escaped(value) };
}

function days({ words: { from, to } }: ContentReader): FieldBox[] {
  return [from, to].map((label) => ({ label, kind: 'day' }));
}

function main(label: string, value: string): Cell {
  return { label, content: `<b>${escaped(value)}</b>`, isMain: true };
}

function time(label: string, at: string, reader: ContentReader): Cell {
  return { label, content: `<time>${escaped(moment(at, reader))}</time>` };
}

function orderState({ status, undue }: Static<typeof Order>, { words: { orders } }: ContentReader): string {
  const own = state(TONES[status] ?? 'off', orders.statuses[status]);
  return undue === true ? `${own} ${state('bad', orders.undue)}` : own;
}

function state(tone: string, word: string): string {
  return `<span class="first-state" data-tone="${tone}">${escaped(word)}</span>`;
}
