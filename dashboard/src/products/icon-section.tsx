import { Button, Text } from '@mantine/core';
import { answer, api, sendFile } from '../api/client.ts';
import { UploadPlace } from '../form/upload-place.tsx';
import { useUploads } from '../form/use-uploads.ts';
import { Section } from '../parts/section.tsx';
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
  const uploads = useUploads({
    send: (file) => sendFile(`/api/${kind}/${encodeURIComponent(item.id)}/icon`, file, { method: 'PUT' }),
    refresh: useFreshItem(kind, item.id),
  });
  const remove = async () => {
    await answer(api.DELETE(`/api/${kind}/{id}/icon`, { params: { path: { id: item.id } } }));
  };
  return (
    <Section
      title={texts.icon}
      aside={
        mayChange && item.iconUrl !== null ? (
          <Button
            variant="default"
            size="compact-sm"
            disabled={uploads.isBusy}
            onClick={() => void uploads.run(remove)}
          >
            {texts.removeIcon}
          </Button>
        ) : null
      }
    >
      {item.iconUrl === null ? (
        <Text size="sm" c="dimmed">
          {texts.noIcon}
        </Text>
      ) : (
        <img className={classes.icon} src={item.iconUrl} alt={texts.iconOf(item.name)} />
      )}
      {mayChange ? (
        <UploadPlace
          uploads={uploads}
          label={texts.dropIcon}
          text={texts.dropIconText}
          accept={ACCEPT}
          maxSize={MAX_BYTES}
          explain={texts.iconRefused}
        />
      ) : null}
    </Section>
  );
}
