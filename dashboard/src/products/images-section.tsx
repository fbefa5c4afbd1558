import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { sendFile } from '../api/client.ts';
import { FileDrop } from '../form/file-drop.tsx';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { ImageDialog } from './image-dialog.tsx';
import classes from './images-section.module.css';
import { imagesQuery, type ItemProps, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

type Image = components['schemas']['ItemImage'];

const ACCEPT = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};
const MAX_BYTES = 5 * 1024 * 1024;

/** The pictures of the page of an item. New ones are dropped there, one after another. */
export function ImagesSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const { failure: failureTexts } = useSharedTexts();
  const images = useQuery(imagesQuery(kind, item.id)).data?.images ?? [];
  const refresh = useFreshItem(kind, item.id);
  const mayChange = mayDo(useSession(), 'products:write');
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const [current, setCurrent] = useState<Image>();
  const upload = async (files: readonly File[]) => {
    setFailure(undefined);
    setWaiting(files.map(({ name }) => name));
    try {
      for (const file of files) {
        await sendFile(`/api/${kind}/${encodeURIComponent(item.id)}/images`, file);
        setWaiting((names) => names.slice(1));
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { title, text } = failureMessage(error, failureTexts);
      setFailure(`${title}. ${text}`);
    } finally {
      setWaiting([]);
      await refresh();
    }
  };
  return (
    <Section title={texts.images}>
      {images.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noImages}
        </Text>
      ) : (
        <ul className={classes.images}>
          {images.map((image) => (
            <li key={image.id} className={classes.image}>
              <img src={image.url} alt={image.alt} width={image.width} height={image.height} loading="lazy" />
              <span className={classes.text}>{image.alt === '' ? texts.noAlt : image.alt}</span>
              {mayChange ? (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={texts.changeImage(image.alt)}
                  onClick={() => {
                    setCurrent(image);
                  }}
                >
                  {texts.change}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <FileDrop
          label={texts.dropImages}
          text={texts.dropImagesText}
          accept={ACCEPT}
          maxSize={MAX_BYTES}
          isDisabled={waiting.length > 0}
          onFiles={(files) => void upload(files)}
          explain={texts.imageRefused}
        />
      ) : null}
      {waiting.length === 0 ? null : (
        <Text size="sm" component="output">
          {texts.uploading(waiting[0] ?? '')}
        </Text>
      )}
      {failure === undefined ? null : <ErrorLine>{failure}</ErrorLine>}
      {current === undefined ? null : (
        <ImageDialog
          kind={kind}
          itemId={item.id}
          image={current}
          onClose={() => {
            setCurrent(undefined);
          }}
        />
      )}
    </Section>
  );
}
