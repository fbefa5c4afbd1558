import type { Refusal } from '@latchkey/sdk';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type Conflict, useRevision } from '../form/use-revision.ts';
import { oneOf } from '../list/filter-search.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { OfferFields } from './offer-fields.tsx';
import { draftOffer, NO_OFFER, offerIn, offerValuesOf, totalFields, wrongTotals } from './offer-values.ts';
import { PricePreview } from './price-preview.tsx';
import { type Offer, offerQuery, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import { dayAhead, type RuleValues } from './rule-values.ts';
import { useOfferSentence } from './use-offer-sentence.ts';

const SCOPES = ['Item', 'Cart'] as const;

/** Adds an offer. */
export function NewOfferDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const form = usePageForm<RuleValues>(NO_OFFER);
  return (
    <Dialog title={texts.addOffer} onClose={onClose}>
      <OfferForm
        form={form}
        submitLabel={texts.addSubmit}
        send={async (body, scope) => {
          const params = { header: { 'idempotency-key': idempotencyKey } };
          await answer(api.POST('/api/offers', { params, body: { ...body, scope } }));
        }}
        explain={renewAfter}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface OfferDialogProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** Changes an offer, as it is now. */
export function OfferDialog({ offer, onClose }: OfferDialogProps) {
  const texts = useRuleTexts();
  const query = useQuery(offerQuery(offer.id));
  return (
    <Dialog title={texts.changeOf(offer.name)} onClose={onClose}>
      {query.data !== undefined ? (
        <ChangeForm offer={query.data} onClose={onClose} />
      ) : query.error === null ? (
        <Skeleton height={240} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

function ChangeForm({ offer, onClose }: { readonly offer: Revised<Offer>; readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const form = usePageForm<RuleValues>(offerValuesOf(offer));
  const params = { path: { id: offer.id } };
  const { base, save, conflict } = useRevision({
    thing: offer,
    load: () => revised(api.GET('/api/offers/{id}', { params })),
    fieldsOf: (thing) => [offerValuesOf(thing), thing.target, thing.relevantItems, thing.targets],
    show: (next) => {
      form.setValues(offerValuesOf(next));
    },
    change: { type: 'price-rule.changed', subject: `offer/${offer.id}` },
  });
  return (
    <OfferForm
      form={form}
      offer={base}
      submitLabel={texts.save}
      send={(body) =>
        save((header) => revised(api.PATCH('/api/offers/{id}', { params: { ...params, header }, body })))
      }
      conflict={conflict}
      onClose={onClose}
    />
  );
}

interface OfferFormProps {
  readonly form: PageForm<RuleValues>;
  /** Absent: it is a new one. */
  readonly offer?: Offer;
  readonly submitLabel: string;
  readonly send: (body: ReturnType<typeof offerIn>, scope: Offer['scope']) => Promise<void>;
  readonly explain?: (failure: Refusal) => string | undefined;
  readonly conflict?: Conflict;
  readonly onClose: () => void;
}

/** The fields of an offer, and meanwhile a sentence that says what a buyer gets. */
function OfferForm({ form, offer, send: sendOffer, onClose, ...rest }: OfferFormProps) {
  const texts = useRuleTexts();
  const settings = useQuery(settingsQuery);
  const refresh = useFreshRules();
  const sentence = useOfferSentence();
  // Without them, nobody knows which amounts the form has.
  if (settings.data === undefined)
    return settings.error === null ? (
      <Skeleton height={240} />
    ) : (
      <FailureState failure={settings.error} onRetry={() => void settings.refetch()} />
    );
  const { currencies } = settings.data;
  const scope = oneOf(SCOPES, String(form.values['scope'])) ?? 'Item';
  const content = { ...offerIn(form.values, currencies, offer), scope };
  const text = sentence(content);
  const send = async (values: RuleValues) => {
    const wrong = wrongTotals(values, currencies);
    if (wrong.length > 0) {
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, texts.amountShape])));
      return;
    }
    await sendOffer(offerIn(values, currencies, offer), scope);
    await refresh();
    onClose();
  };
  const fields = ['name', 'description', 'scope', 'target', 'type', 'percentage', ...currencies];
  const others = ['relevantItems', 'minimumItems', ...totalFields(currencies), 'startsAt', 'endsAt'];
  return (
    <DataForm form={form} fields={[...fields, ...others]} send={send} onCancel={onClose} {...rest}>
      <Text size="sm">{texts.offerText}</Text>
      <OfferFields form={form} currencies={currencies} isNew={offer === undefined} />
      <Text size="sm" fw={600} component="output">
        {text === '' ? texts.sentenceWaits : text}
      </Text>
      <PricePreview
        {...previewItem(content)}
        draft={{ offer: draftOffer(content, texts.thisOffer, offer), published: true }}
        day={dayAhead(form.values.startsAt)}
      />
    </DataForm>
  );
}

/** The item whose price is shown: the one that the offer is on, or else its first. */
function previewItem({ target, targets: [first] = [] }: Partial<Pick<Offer, 'target' | 'targets'>>) {
  const item = target ?? first;
  if (item?.type !== 'Bundle') return { suggestedId: item?.id };
  return { kind: 'bundles' as const, itemId: item.id };
}
