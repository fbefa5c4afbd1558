import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, sendFile } from '../api/client.ts';
import { OrderList } from '../form/order-list.tsx';
import { UploadPlace } from '../form/upload-place.tsx';
import { useUploads } from '../form/use-uploads.ts';
import { Section } from '../parts/section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { ImageDialog } from './image-dialog.tsx';
import classes from './item-files.module.css';
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

/** The pictures of the page of an item, in their order. New ones are dropped there, one after another. */
export function ImagesSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const list = useQuery(imagesQuery(kind, item.id)).data;
  const images = list?.images ?? [];
  const mayChange = mayDo(useSession(), 'products:write');
  const [current, setCurrent] = useState<Image>();
  const uploads = useUploads({
    send: (file) => sendFile(`/api/${kind}/${encodeURIComponent(item.id)}/images`, file),
    refresh: useFreshItem(kind, item.id),
  });
  const order = async (ids: readonly string[]) => {
    for (const [position, imageId] of ids.entries()) {
      if (images.find(({ id }) => id === imageId)?.position === position) continue;
      const params = { path: { id: item.id, imageId } };
      await answer(api.PATCH(`/api/${kind}/{id}/images/{imageId}`, { params, body: { position } }));
    }
  };
  return (
    <Section title={texts.images}>
      {images.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noImages}
        </Text>
      ) : (
        <OrderList
          isDisabled={uploads.isBusy}
          items={images.map((image) => ({
            id: image.id,
            name: image.alt,
            content: <ImageRow image={image} onChange={mayChange ? setCurrent : undefined} />,
          }))}
          onOrder={mayChange ? (ids) => void uploads.run(() => order(ids)) : undefined}
        />
      )}
      {mayChange ? (
        <UploadPlace
          uploads={uploads}
          label={texts.dropImages}
          text={texts.dropImagesText}
          accept={ACCEPT}
          maxSize={MAX_BYTES}
          explain={texts.imageRefused}
        />
      ) : null}
      {current === undefined || list === undefined ? null : (
        <ImageDialog
          kind={kind}
          itemId={item.id}
          list={list}
          image={current}
          onClose={() => {
            setCurrent(undefined);
          }}
        />
      )}
    </Section>
  );
}

interface ImageRowProps {
  readonly image: Image;
  readonly onChange: ((image: Image) => void) | undefined;
}

function ImageRow({ image, onChange }: ImageRowProps) {
  const texts = useProductTexts();
  return (
    <div className={classes.row}>
      <img
        className={classes.image}
        src={image.url}
        alt={image.alt}
        width={image.width}
        height={image.height}
        loading="lazy"
        draggable={false}
      />
      <span className={classes.text}>{image.alt === '' ? texts.noAlt : image.alt}</span>
      {onChange === undefined ? null : (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={texts.changeImage(image.alt)}
          onClick={() => {
            onChange(image);
          }}
        >
          {texts.change}
        </Button>
      )}
    </div>
  );
}
