import { answer, api, sendFile } from '../api/client.ts';
import { PictureSection } from '../form/picture-section.tsx';
import { mayDo, useSession } from '../session/session.ts';
import classes from './item-files.module.css';
import { type ItemProps, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

const ACCEPT = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};
const MAX_BYTES = 1024 * 1024;

/** The small picture that stands for an item in lists, carts and mails. A new one takes the place of the old one. */
export function IconSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const mayChange = mayDo(useSession(), 'products:write');
  const params = { path: { id: item.id } };
  return (
    <PictureSection
      title={texts.icon}
      picture={item.iconUrl === null ? undefined : { src: item.iconUrl, alt: texts.iconOf(item.name) }}
      className={classes.icon}
      none={texts.noIcon}
      removeLabel={texts.removeIcon}
      mayChange={mayChange}
      send={(file) => sendFile(`/api/${kind}/${encodeURIComponent(item.id)}/icon`, file, { method: 'PUT' })}
      remove={() => answer(api.DELETE(`/api/${kind}/{id}/icon`, { params }))}
      refresh={useFreshItem(kind, item.id)}
      label={texts.dropIcon}
      text={texts.dropIconText}
      accept={ACCEPT}
      maxSize={MAX_BYTES}
      explain={texts.iconRefused}
    />
  );
}
