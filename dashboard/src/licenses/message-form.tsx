import '@latchkey/ui/fields/fields.css';
import { randomGuid } from '@latchkey/sdk';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { DataForm } from '../form/data-form.tsx';
import { Facts } from '../parts/facts.tsx';
import { useLicenseTexts } from './license-texts.ts';
import { ManyOutcome } from './many-outcome.tsx';
import {
  type ManyProgress,
  type Message,
  messageHolders,
  NOTHING_DONE,
  sendTestMessage,
} from './many-licenses.ts';

interface MessageFormProps {
  readonly ids: readonly string[];
  /** Says which and how many these are. */
  readonly text: string;
  readonly onClose: () => void;
}

/** Writes to the holders of licenses: what is said, how it looks and to how many it goes, and what became of it. */
export function MessageForm({ ids, text, onClose }: MessageFormProps) {
  const texts = useLicenseTexts();
  const form = usePageForm({ subject: '', text: '' });
  const [messageId] = useState(() => randomGuid());
  const [message, setMessage] = useState<Message>();
  if (message !== undefined) {
    return (
      <MessagePreview
        ids={ids}
        message={message}
        onBack={() => {
          setMessage(undefined);
        }}
        onClose={onClose}
      />
    );
  }
  const look = async (values: typeof form.values) => {
    const [subject, body] = [values.subject.trim(), values.text.trim()];
    if (subject === '' || body === '') {
      showErrors(form, {
        ...(subject === '' && { subject: texts.messageMissing }),
        ...(body === '' && { text: texts.messageMissing }),
      });
      return;
    }
    setMessage({ messageId, subject, text: body });
  };
  return (
    <DataForm
      form={form}
      fields={['subject', 'text']}
      submitLabel={texts.messageLook}
      send={look}
      onCancel={onClose}
    >
      <Text size="sm">{text}</Text>
      <Text size="sm">{texts.messageAbout}</Text>
      <TextInput label={texts.messageSubject} maxLength={150} {...form.getInputProps('subject')} />
      <Textarea
        rows={8}
        label={texts.messageText}
        description={texts.messageTextShape}
        maxLength={10_000}
        {...form.getInputProps('text')}
      />
    </DataForm>
  );
}

interface MessagePreviewProps {
  readonly ids: readonly string[];
  readonly message: Message;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function MessagePreview({ ids, message, onBack, onClose }: MessagePreviewProps) {
  const texts = useLicenseTexts();
  const { failure: failureTexts } = useSharedTexts();
  const [progress, setProgress] = useState<ManyProgress>();
  const ending = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      ending.current?.abort();
    },
    [],
  );
  const test = useMutation({ mutationFn: () => sendTestMessage(ids, message) });
  const all = useMutation({
    mutationFn: () => {
      ending.current = new AbortController();
      return messageHolders(ids, message, { signal: ending.current.signal, onProgress: setProgress });
    },
  });
  if (all.data !== undefined)
    return <ManyOutcome progress={all.data} all={ids.length} text={texts.messageDone} onClose={onClose} />;
  const { done } = progress ?? NOTHING_DONE;
  const error = all.error ?? test.error;
  const failure = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <>
      <Facts
        rows={[
          { name: texts.messageSubject, value: message.subject },
          {
            name: texts.messageText,
            value: (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {message.text}
              </Text>
            ),
          },
        ]}
      />
      <Text size="sm">{texts.messageTo(ids.length)}</Text>
      {all.isPending ? (
        <>
          <progress max={ids.length} value={done} aria-label={texts.message} />
          <Text size="sm" component="output">
            {texts.progress(done, ids.length)}
          </Text>
          <Button variant="default" onClick={() => ending.current?.abort()}>
            {texts.stop}
          </Button>
        </>
      ) : (
        <>
          <Button
            onClick={() => {
              all.mutate();
            }}
          >
            {texts.messageSend(ids.length)}
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() => {
              test.mutate();
            }}
          >
            {texts.messageTest}
          </Button>
          <Button variant="subtle" onClick={onBack}>
            {texts.messageBack}
          </Button>
        </>
      )}
      {test.isSuccess ? (
        <Text size="sm" component="output">
          {texts.messageTested}
        </Text>
      ) : null}
      {failure === undefined ? null : <ErrorLine>{`${failure.title}. ${failure.text}`}</ErrorLine>}
    </>
  );
}
