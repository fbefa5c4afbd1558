import '@latchkey/ui/fields/fields.css';
import type { Refusal } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type PageForm, showErrors } from '@latchkey/ui/fields/page-form.ts';
import { DataForm } from '../form/data-form.tsx';
import { ExplainedFailure } from '../form/explained-failure.ts';
import type { Conflict } from '../form/use-revision.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { MilestoneFields } from './milestone-fields.tsx';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { TermFields } from './term-fields.tsx';
import {
  areMilestones,
  type MilestoneValues,
  NO_TERMS,
  ONE_OFF,
  termsIn,
  type TermValues,
  wrongTerms,
} from './variation-values.ts';

interface VariationFormProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly form: PageForm<TermValues>;
  readonly milestones: readonly MilestoneValues[];
  readonly onMilestones: (milestones: readonly MilestoneValues[]) => void;
  /** The names of the fields besides the name and the terms. */
  readonly fields: readonly string[];
  readonly text: string;
  readonly submitLabel: string;
  readonly send: (
    body: ReturnType<typeof termsIn> & { readonly name: string; readonly isDefault?: true },
  ) => Promise<void>;
  readonly explain?: (failure: Refusal) => string | undefined;
  readonly conflict?: Conflict;
  readonly onClose: () => void;
  /** Fields of the one or the other. */
  readonly children: ReactNode;
}

/** The name and the terms of a variation. What is no number is found before anything is sent. */
export function VariationForm({
  kind,
  itemId,
  form,
  milestones,
  onMilestones,
  fields,
  text,
  send: sendVariation,
  onClose,
  children,
  ...rest
}: VariationFormProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const isRecurring = form.values.rhythm !== ONE_OFF;
  const send = async (values: TermValues) => {
    const wrong = wrongTerms(values);
    if (wrong.length > 0) {
      const messageOf = (field: string) => texts.terms.shapes[field] ?? texts.countShape;
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, messageOf(field)])));
      return;
    }
    if (isRecurring && !areMilestones(milestones)) throw new ExplainedFailure(texts.terms.milestoneShape);
    await sendVariation({
      name: String(values['name']).trim(),
      ...termsIn(values, milestones),
      ...(values['isDefault'] === true && { isDefault: true }),
    });
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={['name', ...Object.keys(NO_TERMS), ...fields]}
      send={send}
      onCancel={onClose}
      {...rest}
    >
      <Text size="sm">{text}</Text>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      <TermFields form={form} />
      {isRecurring ? <MilestoneFields milestones={milestones} onChange={onMilestones} /> : null}
      {children}
    </DataForm>
  );
}
