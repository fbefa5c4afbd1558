import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OrderList } from '../form/order-list.tsx';
import { type FilePlace, UploadPlace } from '../form/upload-place.tsx';
import { useUploads } from '../form/use-uploads.ts';
import { Section } from '../parts/section.tsx';
import classes from './item-files.module.css';
import { useProductTexts } from './product-texts.ts';

/** A file of the page of an item. */
interface ItemFile {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  /** What is shown or played. */
  readonly preview: ReactNode;
  readonly text: string;
  /** Of the button that changes it, for those who hear it. */
  readonly changeLabel: string;
}

interface ItemFilesSectionProps extends FilePlace {
  readonly title: string;
  /** In their order. */
  readonly files: readonly ItemFile[];
  /** Said where there are none. */
  readonly none: string;
  readonly mayChange: boolean;
  readonly send: (file: File) => Promise<void>;
  readonly refresh: () => Promise<void>;
  /** Puts a file in another place. */
  readonly move: (id: string, position: number) => Promise<unknown>;
  readonly onChange: (id: string) => void;
  /** The dialog that changes a file. */
  readonly children: ReactNode;
}

/** Files of the page of an item, in their order. New ones are dropped there, one after another. */
export function ItemFilesSection({
  title,
  files,
  none,
  mayChange,
  send,
  refresh,
  move,
  onChange,
  children,
  ...place
}: ItemFilesSectionProps) {
  const uploads = useUploads({ send, refresh });
  const order = async (ids: readonly string[]) => {
    for (const [position, id] of ids.entries()) {
      if (files.find((file) => file.id === id)?.position !== position) await move(id, position);
    }
  };
  return (
    <Section title={title}>
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <OrderList
          isDisabled={uploads.isBusy}
          items={files.map((file) => ({
            id: file.id,
            name: file.name,
            content: <FileRow file={file} onChange={mayChange ? onChange : undefined} />,
          }))}
          onOrder={mayChange ? (ids) => void uploads.run(() => order(ids)) : undefined}
        />
      )}
      {mayChange ? <UploadPlace uploads={uploads} {...place} /> : null}
      {children}
    </Section>
  );
}

interface FileRowProps {
  readonly file: ItemFile;
  readonly onChange: ((id: string) => void) | undefined;
}

function FileRow({ file: { id, preview, text, changeLabel }, onChange }: FileRowProps) {
  const texts = useProductTexts();
  return (
    <div className={classes.row}>
      {preview}
      <span className={classes.text}>{text}</span>
      {onChange === undefined ? null : (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={changeLabel}
          onClick={() => {
            onChange(id);
          }}
        >
          {texts.change}
        </Button>
      )}
    </div>
  );
}
