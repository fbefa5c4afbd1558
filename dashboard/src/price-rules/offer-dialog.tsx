import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { OfferFields } from './offer-fields.tsx';
import { NO_OFFER, offerIn, offerValuesOf, totalFields, wrongTotals } from './offer-values.ts';
import { type Offer, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import type { RuleValues } from './rule-values.ts';
import { useOfferSentence } from './use-offer-sentence.ts';

const SCOPES = ['Item', 'Cart'] as const;

interface OfferDialogProps {
  /** Absent: it adds one. */
  readonly offer?: Offer | undefined;
  readonly onClose: () => void;
}

/** Adds or changes an offer, and says meanwhile in a sentence what a buyer gets. */
export function OfferDialog({ offer, onClose }: OfferDialogProps) {
  const texts = useRuleTexts();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const refresh = useFreshRules();
  const sentence = useOfferSentence();
  const form = usePageForm<RuleValues>(offer === undefined ? NO_OFFER : offerValuesOf(offer));
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const scope = oneOf(SCOPES, String(form.values['scope'])) ?? 'Item';
  const text = sentence({ ...offerIn(form.values, currencies, offer), scope });
  const send = async (values: RuleValues) => {
    const wrong = wrongTotals(values, currencies);
    if (wrong.length > 0) {
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, texts.amountShape])));
      return;
    }
    const body = offerIn(values, currencies, offer);
    if (offer === undefined) {
      const params = { header: { 'idempotency-key': idempotencyKey } };
      await answer(api.POST('/api/offers', { params, body: { ...body, scope } }));
    } else {
      const params = { path: { id: offer.id } };
      await answer(api.PATCH('/api/offers/{id}', { params, body }));
    }
    await refresh();
    onClose();
  };
  const fields = ['name', 'description', 'scope', 'target', 'type', 'percentage', ...currencies];
  const rest = ['relevantItems', 'minimumItems', ...totalFields(currencies), 'startsAt', 'endsAt'];
  return (
    <Dialog title={offer === undefined ? texts.addOffer : texts.changeOf(offer.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[...fields, ...rest]}
        submitLabel={offer === undefined ? texts.addSubmit : texts.save}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts.offerText}</Text>
        <OfferFields form={form} currencies={currencies} isNew={offer === undefined} />
        <Text size="sm" fw={600} component="output">
          {text === '' ? texts.sentenceWaits : text}
        </Text>
      </DataForm>
    </Dialog>
  );
}
