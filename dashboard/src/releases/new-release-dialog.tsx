import '@latchkey/ui/fields/fields.css';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { FileDrop } from '../form/file-drop.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { TextPreview } from '../parts/text-preview.tsx';
import { type FileOfRelease, FileList } from './file-list.tsx';
import { platformOf, versionIn } from './release-files.ts';
import { useFreshReleases } from './release-queries.ts';
import { useReleaseTexts } from './release-texts.ts';
import { forgetUploads, uploadFile } from './upload-file.ts';

interface NewReleaseDialogProps {
  readonly productId: string;
  readonly onClose: () => void;
}

/** Adds a version with its files. An upload that was interrupted goes on when it is sent again. */
export function NewReleaseDialog({ productId, onClose }: NewReleaseDialogProps) {
  const texts = useReleaseTexts();
  const refresh = useFreshReleases(productId);
  const [files, setFiles] = useState<readonly FileOfRelease[]>([]);
  const ending = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      ending.current?.abort();
    },
    [],
  );
  const form = usePageForm({ version: '', channel: 'stable', description: '', isPublished: false });
  // However often it is sent, there is one release.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const change = (index: number, next: Partial<FileOfRelease>) => {
    setFiles((all) => all.map((each, place) => (place === index ? { ...each, ...next } : each)));
  };
  const send = async (values: typeof form.values) => {
    const version = versionIn(values.version);
    if (version === undefined) return showErrors(form, { version: texts.versionShape });
    if (files.length === 0) return showErrors(form, { version: texts.noFiles });
    ending.current = new AbortController();
    const { signal } = ending.current;
    const downloads = [];
    for (const [index, { file, platform }] of files.entries()) {
      const onProgress = (arrived: number) => {
        change(index, { arrived });
      };
      const key = await uploadFile(file, { signal, onProgress });
      change(index, { arrived: file.size });
      downloads.push({ name: file.name, key, platform });
    }
    const params = {
      path: { productId },
      query: { publishImmediately: values.isPublished },
      header: { 'idempotency-key': idempotencyKey },
    };
    const { channel, description } = values;
    const body = { version, downloads, channel: channel.trim(), description };
    await answer(api.POST('/api/products/{productId}/releases/new', { params, body }));
    forgetUploads(files.map(({ file }) => file));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <TextInput
          label={texts.version}
          description={texts.versionText}
          autoComplete="off"
          {...form.getInputProps('version')}
        />
        <FileDrop
          label={texts.dropFiles}
          text={texts.dropFilesText}
          onFiles={(dropped) => {
            setFiles((all) => [
              ...all.filter(({ file }) => !dropped.some(({ name }) => name === file.name)),
              ...dropped.map((file) => ({ file, platform: platformOf(file.name), arrived: 0 })),
            ]);
          }}
          explain={texts.fileRefused}
        />
        <FileList
          files={files}
          onChange={change}
          onRemove={(name) => setFiles((all) => all.filter(({ file }) => file.name !== name))}
        />
        <TextInput label={texts.channel} description={texts.channelText} {...form.getInputProps('channel')} />
        <Textarea
          rows={6}
          label={texts.whatIsNew}
          description={texts.markdown}
          {...form.getInputProps('description')}
        />
        <TextPreview markdown={form.values.description} />
        <CheckField
          label={texts.publishNow}
          description={texts.stepText.publish}
          {...form.getInputProps('isPublished', { type: 'checkbox' })}
        />
        <Text size="sm" c="dimmed">
          {texts.addText}
        </Text>
      </DataForm>
    </Dialog>
  );
}
