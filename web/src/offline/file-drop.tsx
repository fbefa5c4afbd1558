import { Text, VisuallyHidden } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { useDeviceTexts } from '../devices/device-texts.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconFileUpload } from '@tabler/icons-react';
import classes from './file-drop.module.css';

const FileIcon = decoration(IconFileUpload);

interface FileDropProps {
  readonly isSending: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * Accepts a file by drop, click or key. The invisible field covers the whole area: it accepts drops by itself, and the
 * area shows its focus.
 */
export function FileDrop({ isSending, onFile }: FileDropProps) {
  const { offline: texts } = useDeviceTexts();
  const [isOver, setOver] = useState(false);
  const leave = () => {
    setOver(false);
  };
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file may be chosen again.
    event.currentTarget.value = '';
    leave();
    if (file !== undefined) onFile(file);
  };
  return (
    <div className={classes.area} data-is-over={isOver || undefined} data-is-sending={isSending || undefined}>
      <span className={classes.mark}>
        <FileIcon size={32} />
      </span>
      <Text fw={600} component="label" htmlFor="device-file">
        {texts.choose}
      </Text>
      <Text size="sm" c="dimmed" id="device-file-hint" style={{ textWrap: 'balance' }}>
        {texts.drop}
      </Text>
      <input
        className={classes.field}
        id="device-file"
        type="file"
        accept=".dt"
        aria-describedby="device-file-hint"
        disabled={isSending}
        onChange={take}
        onDragEnter={() => {
          setOver(true);
        }}
        onDragLeave={leave}
        onDrop={leave}
      />
      <VisuallyHidden component="output">{isSending ? texts.activating : ''}</VisuallyHidden>
    </div>
  );
}
