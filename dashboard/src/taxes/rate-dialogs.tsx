import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { RevisedDialog } from '../form/revised-dialog.tsx';
import { StepDialog } from '../form/step-dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useRevision } from '../form/use-revision.ts';
import { RateFields } from './rate-fields.tsx';
import { NO_RATE, RATE_FIELDS, rateIn, type RateValues, rateValuesOf, shareIn } from './rate-values.ts';
import { type TaxRate, taxRateQuery } from './tax-queries.ts';
import { useTaxTexts } from './tax-texts.ts';
import { useRateFormats } from './use-rate-formats.ts';

interface RateDialogProps {
  readonly rate: TaxRate;
  readonly onClose: () => void;
}

/** Adds a tax rate of the vendor's own. */
export function AddRateDialog({ onClose }: Pick<RateDialogProps, 'onClose'>) {
  const texts = useTaxTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<RateValues>(NO_RATE);
  const { shareOf, sentences } = useRateChecks(form);
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: RateValues) => {
    const share = shareOf(values);
    if (share === undefined) return;
    const params = { header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST('/api/tax-rates', { params, body: rateIn(values, share) }));
    await queryClient.invalidateQueries();
    onClose();
  };
  return (
    <Dialog title={texts.addTitle} onClose={onClose}>
      <DataForm
        form={form}
        fields={RATE_FIELDS}
        submitLabel={texts.addSubmit}
        send={send}
        sentences={sentences}
        onCancel={onClose}
        explain={renewAfter}
      >
        <RateFields form={form} />
      </DataForm>
    </Dialog>
  );
}

/** Changes one of the vendor's own rates, as it is now. */
export function ChangeRateDialog({ rate, onClose }: RateDialogProps) {
  const texts = useTaxTexts();
  const { place } = useRateFormats();
  return (
    <RevisedDialog
      title={texts.changeOf(place(rate))}
      query={useQuery(taxRateQuery(rate.id))}
      onClose={onClose}
    >
      {(current) => <ChangeForm rate={current} onClose={onClose} />}
    </RevisedDialog>
  );
}

function ChangeForm({ rate, onClose }: { readonly rate: Revised<TaxRate>; readonly onClose: () => void }) {
  const texts = useTaxTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<RateValues>(rateValuesOf(rate));
  const { shareOf, sentences } = useRateChecks(form);
  const params = { path: { id: rate.id } };
  const { base, save, conflict } = useRevision({
    thing: rate,
    load: () => revised(api.GET('/api/tax-rates/{id}', { params })),
    fieldsOf: (thing) => [rateValuesOf(thing), thing.targets],
    show: (next) => {
      form.setValues(rateValuesOf(next));
    },
    change: { type: 'tax-rate.changed', subject: `taxRate/${rate.id}` },
  });
  const send = async (values: RateValues) => {
    const share = shareOf(values);
    if (share === undefined) return;
    const body = rateIn(values, share, base.targets);
    await save((header) =>
      revised(api.PATCH('/api/tax-rates/{id}', { params: { ...params, header }, body })),
    );
    await queryClient.invalidateQueries();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={RATE_FIELDS}
      submitLabel={texts.save}
      send={send}
      sentences={sentences}
      onCancel={onClose}
      conflict={conflict}
    >
      <RateFields form={form} />
    </DataForm>
  );
}

/** Reads the share from a form, or says what its fields lack; and what to say about what the API refuses. */
function useRateChecks(form: PageForm<RateValues>) {
  const texts = useTaxTexts();
  const sentences = {
    country: texts.countryShape,
    region: texts.regionShape,
    rate: texts.percentShape,
    lastDay: texts.lastDayShape,
  };
  const shareOf = ({ country, rate }: RateValues): number | undefined => {
    const share = shareIn(rate);
    const isPlaced = country !== '';
    if (share !== undefined && isPlaced) return share;
    showErrors(form, {
      ...(!isPlaced && { country: sentences.country }),
      ...(share === undefined && { rate: sentences.rate }),
    });
    return undefined;
  };
  return { shareOf, sentences };
}

/** Removes one of the vendor's own rates after saying what is charged then. */
export function RemoveRateDialog({ rate, onClose }: RateDialogProps) {
  const texts = useTaxTexts();
  const { percent, place } = useRateFormats();
  return (
    <StepDialog
      title={texts.removeTitle(percent(rate.rate), place(rate))}
      text={texts.removeText}
      submitLabel={texts.remove}
      isDangerous
      send={() => answer(api.DELETE('/api/tax-rates/{id}', { params: { path: { id: rate.id } } }))}
      onClose={onClose}
    />
  );
}
