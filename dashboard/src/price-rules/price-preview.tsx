import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { isProblem } from '@latchkey/sdk';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { CountryField } from '../form/country-field.tsx';
import { mayDo, useSession } from '../session/session.ts';
import classes from './price-preview.module.css';
import { PriceTrace } from './price-trace.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { useRuleTexts } from './rule-texts.ts';
import { type Draft, type ItemKind, ownLicensesQuery, quoteQuery, type Visitor } from './quote-query.ts';

type Variations = readonly { readonly id: string; readonly name: string }[];

const NO_VARIATIONS: Variations = [];

interface PricePreviewProps {
  /** Of what it is; a product unless it says otherwise. */
  readonly kind?: ItemKind;
  /** The item; absent: whoever looks chooses a product, first this one. */
  readonly itemId?: string;
  readonly suggestedId?: string | undefined;
  /** The email of the customer whose price it is at first; absent: nobody is signed in. */
  readonly visitorEmail?: string;
  /** The ways to buy the item: of several, whoever looks chooses one. */
  readonly variations?: Variations;
  /** That of the price; absent: the default one. */
  readonly currency?: string;
  /** What is not public yet. */
  readonly draft: Draft;
  /** Whether owners pay another price, so that whoever looks chooses a license. */
  readonly sellsToOwners?: boolean;
  /** The code of a coupon that the visitor enters. */
  readonly coupon?: string;
  /** The first day that the preview is about, such as that on which a discount begins. */
  readonly day?: string;
}

/** What a visitor would pay for an item, and why: changes with every key, before anything is saved. */
export function PricePreview({
  kind = 'products',
  itemId,
  suggestedId = '',
  visitorEmail = '',
  variations = NO_VARIATIONS,
  currency,
  draft,
  sellsToOwners = false,
  coupon,
  day = '',
}: PricePreviewProps) {
  const texts = useRuleTexts();
  const products = useQuery({ ...productChoicesQuery, enabled: itemId === undefined }).data ?? [];
  const [visitor, setVisitor] = useState<Visitor>({
    quantity: '1',
    email: visitorEmail,
    licenseId: '',
    country: '',
    day: '',
    campaign: '',
  });
  const [choice, setChoice] = useState('');
  const [variationId, setVariationId] = useState<string>();
  const id = itemId ?? (choice || suggestedId || products[0]?.id);
  const change = (next: Partial<Visitor>) => {
    setVisitor({ ...visitor, ...next });
  };
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <Text size="sm" fw={600}>
        {texts.preview}
      </Text>
      <div className={classes.visitor}>
        {itemId === undefined ? (
          <SelectField
            size="xs"
            label={texts.product}
            value={id ?? ''}
            options={products.map((each) => ({ value: each.id, label: each.name }))}
            onChange={({ currentTarget }) => {
              setChoice(currentTarget.value);
            }}
          />
        ) : null}
        {variations.length > 1 ? (
          <SelectField
            size="xs"
            label={texts.variation}
            value={variationId ?? variations[0]?.id ?? ''}
            options={variations.map((each) => ({ value: each.id, label: each.name }))}
            onChange={({ currentTarget }) => {
              setVariationId(currentTarget.value);
            }}
          />
        ) : null}
        <VisitorFields visitor={visitor} day={day} onChange={change} />
        {sellsToOwners ? <LicenseField visitor={visitor} onChange={change} /> : null}
      </div>
      {id === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.noProducts}
        </Text>
      ) : (
        <Outcome
          kind={kind}
          itemId={id}
          visitor={{
            ...visitor,
            day: visitor.day === '' ? day : visitor.day,
            licenseId: sellsToOwners ? visitor.licenseId : '',
          }}
          draft={draft}
          coupon={coupon}
          variationId={variationId ?? variations[0]?.id}
          currency={currency}
        />
      )}
    </section>
  );
}

interface VisitorFieldsProps {
  readonly visitor: Visitor;
  readonly day: string;
  readonly onChange: (next: Partial<Visitor>) => void;
}

function VisitorFields({ visitor, day, onChange }: VisitorFieldsProps) {
  const texts = useRuleTexts();
  const session = useSession();
  const names = [
    'quantity',
    ...(mayDo(session, 'customers:read') ? (['email'] as const) : []),
    'country',
    'day',
    'campaign',
  ] as const;
  return names.map((name) => {
    const field = {
      size: 'xs',
      label: texts.visitor[name],
      value: name === 'day' && visitor.day === '' ? day : visitor[name],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        onChange({ [name]: value, ...(name === 'email' && { licenseId: '' }) });
      },
    };
    return name === 'country' ? (
      <CountryField key={name} noCountry={texts.withoutTaxes} {...field} />
    ) : (
      <TextInput
        key={name}
        type={name === 'day' ? 'date' : 'text'}
        autoComplete="off"
        {...(name === 'quantity' && { inputMode: 'numeric' as const })}
        {...field}
      />
    );
  });
}

/** The license for which somebody pays the price of owners; there is none before a customer is there. */
function LicenseField({ visitor: { email, licenseId }, onChange }: Omit<VisitorFieldsProps, 'day'>) {
  const texts = useRuleTexts();
  const session = useSession();
  const mayChoose = mayDo(session, 'licenses:read') && mayDo(session, 'customers:read');
  const isAsked = mayChoose && email.trim() !== '';
  const licenses = useQuery({ ...ownLicensesQuery(email.trim()), enabled: isAsked }).data ?? [];
  if (!mayChoose) return null;
  return (
    <SelectField
      size="xs"
      label={texts.ownLicense}
      value={licenseId}
      options={[
        { value: '', label: texts.noLicense },
        ...licenses.map(({ id, productId, keyCode = id }) => ({
          value: id,
          label: `${productId} · ${keyCode}`,
        })),
      ]}
      onChange={({ currentTarget }) => {
        onChange({ licenseId: currentTarget.value });
      }}
    />
  );
}

interface OutcomeProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly visitor: Visitor;
  readonly draft: Draft;
  readonly coupon: string | undefined;
  readonly variationId: string | undefined;
  readonly currency: string | undefined;
}

function Outcome(question: OutcomeProps) {
  const texts = useRuleTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { data, error, isPlaceholderData: isStale } = useQuery(quoteQuery(question));
  if (error !== null) {
    const message = failureMessage(error, failureTexts);
    return (
      <Text size="sm" component="output">
        {isProblem(error, 'InvalidInput')
          ? texts.previewIncomplete(Object.values(error.errors).flat())
          : `${message.title}. ${message.text}`}
      </Text>
    );
  }
  return (
    <output className={classes.outcome} data-stale={isStale} aria-busy={isStale}>
      {data === undefined ? texts.previewWaits : <PriceTrace quote={data} />}
    </output>
  );
}
