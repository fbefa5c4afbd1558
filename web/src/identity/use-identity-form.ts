import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { useTexts } from './identity-texts.ts';
import type { FormTexts } from './identity-texts.ts';
import { type IdentityRefusal, identityRefusal } from './identity-notice.ts';
import { type FormFields, useFormFields } from '@latchkey/ui/fields/use-form-fields.ts';

interface IdentityFormOptions<Values extends Record<Name, string>, Name extends string, Result> {
  /** In the order of the page. */
  readonly names: readonly Name[];
  readonly initialValues: Values;
  readonly check: (values: Values, texts: FormTexts) => Partial<Record<Name, string>>;
  readonly send: (values: Values) => Promise<Result>;
  readonly onDone: (result: Result, values: Values) => void;
  /** Messages of refusals that mean something else here than in other forms. */
  readonly besideOf?: (failure: Error) => Partial<Record<Name, string>> | undefined;
}

export interface IdentityForm<Values> {
  readonly fields: FormFields<Values>;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly isSending: boolean;
  /** The reason why the last attempt failed, unless it is shown beside a field. */
  readonly notice: IdentityRefusal<string>['notice'];
}

/** A form that is validated, submitted once at a time, and shows the server's refusals beside its fields. */
export function useIdentityForm<Values extends Record<Name, string>, Name extends string, Result>(
  options: IdentityFormOptions<Values, Name, Result>,
): IdentityForm<Values> {
  const { names, initialValues, check, send, onDone } = options;
  const texts = useTexts();
  const fields = useFormFields<Values>(initialValues);
  // A ref, because a second submit can come before the button is rendered disabled.
  const isRunning = useRef(false);
  const mutation = useMutation({ mutationFn: send });
  const refusalOf = (failure: Error): IdentityRefusal<Name> => {
    const beside = options.besideOf?.(failure);
    return beside === undefined ? identityRefusal(failure, names, texts) : { beside, notice: undefined };
  };

  const showErrors = (messages: Partial<Record<Name, string>>) => {
    fields.setErrors(messages);
    fields.focusFirst(names, messages);
  };
  const sendOnce = (values: Values) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(values, {
      onSuccess: (result) => {
        onDone(result, values);
      },
      onError: (failure) => {
        showErrors(refusalOf(failure).beside);
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
      const messages = check(fields.values, texts);
      if (names.some((name) => messages[name] !== undefined)) showErrors(messages);
      else sendOnce(fields.values);
    },
    isSending: mutation.isPending,
    notice: mutation.error === null ? undefined : refusalOf(mutation.error).notice,
  };
}
