import { Text } from '@mantine/core';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { FileDrop } from './file-drop.tsx';
import type { useUploads } from './use-uploads.ts';

/** What a place for files says and takes. */
export interface FilePlace {
  readonly label: string;
  readonly text: string;
  readonly accept: Readonly<Record<string, readonly string[]>>;
  /** Bytes of one file at most. */
  readonly maxSize: number;
  /** Says why files are not taken. */
  readonly explain: (names: string) => string;
}

interface UploadPlaceProps extends FilePlace {
  readonly uploads: ReturnType<typeof useUploads>;
}

/** A place for files that are sent as soon as they are dropped, with what becomes of them. */
export function UploadPlace({ uploads, ...place }: UploadPlaceProps) {
  const { order } = useTexts();
  return (
    <>
      <FileDrop {...place} isDisabled={uploads.isBusy} onFiles={(files) => void uploads.upload(files)} />
      {uploads.current === undefined ? null : (
        <Text size="sm" component="output">
          {order.uploading(uploads.current)}
        </Text>
      )}
      {uploads.failure === undefined ? null : <ErrorLine>{uploads.failure}</ErrorLine>}
    </>
  );
}
