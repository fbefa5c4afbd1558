import { Button, Text } from '@mantine/core';
import { Section } from '../parts/section.tsx';
import { type FilePlace, UploadPlace } from './upload-place.tsx';
import { useUploads } from './use-uploads.ts';

interface PictureSectionProps extends FilePlace {
  readonly title: string;
  /** What is there; absent: nothing. */
  readonly picture: { readonly src: string; readonly alt: string } | undefined;
  readonly className: string | undefined;
  /** Said where nothing is. */
  readonly none: string;
  readonly removeLabel: string;
  readonly mayChange: boolean;
  readonly send: (file: File) => Promise<void>;
  readonly remove: () => Promise<unknown>;
  readonly refresh: () => Promise<void>;
}

/** One picture, which a new one replaces at once. */
export function PictureSection({
  title,
  picture,
  className = '',
  none,
  removeLabel,
  mayChange,
  send,
  remove,
  refresh,
  ...place
}: PictureSectionProps) {
  const uploads = useUploads({ send, refresh });
  return (
    <Section
      title={title}
      aside={
        mayChange && picture !== undefined ? (
          <Button
            variant="default"
            size="compact-sm"
            disabled={uploads.isBusy}
            onClick={() => void uploads.run(remove)}
          >
            {removeLabel}
          </Button>
        ) : null
      }
    >
      {picture === undefined ? (
        <Text size="sm" c="dimmed" mb="sm">
          {none}
        </Text>
      ) : (
        <img className={className} src={picture.src} alt={picture.alt} />
      )}
      {mayChange ? <UploadPlace uploads={uploads} {...place} /> : null}
    </Section>
  );
}
