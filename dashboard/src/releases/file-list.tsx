import '@latchkey/ui/fields/fields.css';
import { Button, Text } from '@mantine/core';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { oneOf } from '../list/filter-search.ts';
import classes from './file-list.module.css';
import { type Platform, PLATFORMS } from './release-files.ts';
import { useReleaseTexts } from './release-texts.ts';

/** A file of a release that is not there yet. */
export interface FileOfRelease {
  readonly file: File;
  readonly platform: Platform;
  /** Bytes that the server has. */
  readonly arrived: number;
}

interface FileListProps {
  readonly files: readonly FileOfRelease[];
  readonly onChange: (index: number, change: Partial<FileOfRelease>) => void;
  readonly onRemove: (name: string) => void;
}

/** The files of a new release, what each is for, and how much of it has arrived. */
export function FileList({ files, onChange, onRemove }: FileListProps) {
  const texts = useReleaseTexts();
  return (
    <ul className={classes.files}>
      {files.map(({ file, platform, arrived }, index) => (
        <li key={file.name} className={classes.file}>
          <SelectField
            size="xs"
            label={texts.systemOf(file.name)}
            value={platform}
            options={PLATFORMS.map((value) => ({ value, label: texts.platforms[value] }))}
            onChange={({ currentTarget }) => {
              onChange(index, { platform: oneOf(PLATFORMS, currentTarget.value) ?? platform });
            }}
          />
          {arrived === 0 ? (
            <Button
              variant="default"
              size="xs"
              aria-label={texts.removeFile(file.name)}
              onClick={() => {
                onRemove(file.name);
              }}
            >
              {texts.remove}
            </Button>
          ) : (
            <div className={classes.progress}>
              <progress max={file.size} value={arrived} aria-label={file.name} />
              <Text size="sm" component="output">
                {texts.percent(Math.floor((arrived / Math.max(file.size, 1)) * 100))}
              </Text>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
