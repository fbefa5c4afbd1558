import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, sendFile } from '../api/client.ts';
import { mayDo, useSession } from '../session/session.ts';
import { ImageDialog } from './image-dialog.tsx';
import classes from './item-files.module.css';
import { ItemFilesSection } from './item-files-section.tsx';
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
  const [currentId, setCurrentId] = useState<string>();
  const current = images.find(({ id }) => id === currentId);
  return (
    <ItemFilesSection
      title={texts.images}
      files={images.map((image) => ({
        id: image.id,
        position: image.position,
        name: image.alt,
        preview: <Preview image={image} />,
        text: image.alt === '' ? texts.noAlt : image.alt,
        changeLabel: texts.changeImage(image.alt),
      }))}
      none={texts.noImages}
      mayChange={mayChange}
      send={(file) => sendFile(`/api/${kind}/${encodeURIComponent(item.id)}/images`, file)}
      refresh={useFreshItem(kind, item.id)}
      move={(imageId, position) => {
        const params = { path: { id: item.id, imageId } };
        return answer(api.PATCH(`/api/${kind}/{id}/images/{imageId}`, { params, body: { position } }));
      }}
      onChange={setCurrentId}
      label={texts.dropImages}
      text={texts.dropImagesText}
      accept={ACCEPT}
      maxSize={MAX_BYTES}
      explain={texts.imageRefused}
    >
      {current === undefined || list === undefined ? null : (
        <ImageDialog
          kind={kind}
          itemId={item.id}
          list={list}
          image={current}
          onClose={() => {
            setCurrentId(undefined);
          }}
        />
      )}
    </ItemFilesSection>
  );
}

function Preview({ image: { url, alt, width, height } }: { readonly image: Image }) {
  return (
    <img
      className={classes.image}
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      draggable={false}
    />
  );
}
