import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { useTexts } from './identity-texts.ts';
import type { FormTexts } from './identity-texts.ts';
import { type IdentityRefusal, identityRefusal } from './identity-notice.ts';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';

interface IdentityFormOptions<Values, Result> {
  /** The fields, in the order of the page. */
  readonly initialValues: Values;
  /** The messages of fields that cannot be sent as entered, in the order of the page. */
  readonly check: (values: Values, texts: FormTexts) => Readonly<Partial<Record<keyof Values, string>>>;
  readonly send: (values: Values) => Promise<Result>;
  readonly onDone: (result: Result, values: Values) => void;
  /** Messages of refusals that mean something else here than in other forms. */
  readonly besideOf?: (failure: Error, values: Values) => IdentityRefusal['beside'] | undefined;
}

export interface IdentityForm<Values> {
  readonly fields: PageForm<Values>;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly isSending: boolean;
  /** The reason why the last attempt failed, unless it is shown beside a field. */
  readonly notice: IdentityRefusal['notice'];
}

/** A form that is validated, submitted once at a time, and shows the server's refusals beside its fields. */
export function useIdentityForm<Values extends Record<string, string | boolean>, Result>(
  options: IdentityFormOptions<Values, Result>,
): IdentityForm<Values> {
  const { initialValues, check, send, onDone } = options;
  const texts = useTexts();
  const fields = usePageForm(initialValues);
  // A ref, because a second submit can come before the button is rendered disabled.
  const isRunning = useRef(false);
  const mutation = useMutation({ mutationFn: send });
  const refusalOf = (failure: Error): IdentityRefusal => {
    const beside = options.besideOf?.(failure, fields.getValues());
    if (beside !== undefined) return { beside, notice: undefined };
    return identityRefusal(failure, Object.keys(initialValues), texts);
  };
  const sendOnce = (values: Values) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(values, {
      onSuccess: (result) => {
        onDone(result, values);
      },
      onError: (failure) => {
        showErrors(fields, refusalOf(failure).beside);
      },
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
  return {
    fields,
    submit: (event) => {
      event.preventDefault();
      const values = fields.getValues();
      const messages = check(values, texts);
      showErrors(fields, messages);
      if (Object.keys(messages).length === 0) sendOnce(values);
    },
    isSending: mutation.isPending,
    notice: mutation.error === null ? undefined : refusalOf(mutation.error).notice,
  };
}
