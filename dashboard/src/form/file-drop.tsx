import '@mantine/dropzone/styles.css';
import { Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import classes from './file-drop.module.css';

interface FileDropProps {
  readonly label: string;
  readonly text: string;
  /** Media types, with the endings of their files; absent: any file. */
  readonly accept?: Readonly<Record<string, readonly string[]>>;
  /** Bytes of one file at most. */
  readonly maxSize?: number;
  readonly isDisabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Says why files are not taken. */
  readonly explain: (names: string) => string;
}

/** A place for files: people drop them there, or choose them with a click or a key. */
export function FileDrop({
  label,
  text,
  accept,
  maxSize,
  isDisabled = false,
  onFiles,
  explain,
}: FileDropProps) {
  const [refusal, setRefusal] = useState<string>();
  return (
    <>
      <Dropzone
        className={classes.place ?? ''}
        aria-label={label}
        disabled={isDisabled}
        onDrop={(files) => {
          setRefusal(undefined);
          onFiles(files);
        }}
        onReject={(rejections: FileRejection[]) => {
          setRefusal(explain(rejections.map(({ file }) => file.name).join(', ')));
        }}
        inputProps={{ 'aria-label': label }}
        {...(accept !== undefined && { accept: mutable(accept) })}
        {...(maxSize !== undefined && { maxSize })}
      >
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm">{text}</Text>
      </Dropzone>
      {refusal === undefined ? null : <ErrorLine>{refusal}</ErrorLine>}
    </>
  );
}

function mutable(accept: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(accept).map(([type, endings]) => [type, [...endings]]));
}
