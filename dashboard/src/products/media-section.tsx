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
import classes from './item-files.module.css';
import { MediaDialog } from './media-dialog.tsx';
import { type ItemProps, mediaQuery, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

type Media = components['schemas']['ItemMedia'];

const ACCEPT = {
  'audio/*': ['.mp3', '.m4a', '.ogg', '.opus', '.flac', '.wav'],
  'video/*': ['.mp4', '.webm'],
};
const MAX_BYTES = 100 * 1024 * 1024;
/** A film takes a while on a slow line. */
const TIMEOUT_MILLISECONDS = 20 * 60_000;

/** The sounds and films of the page of an item, in their order; each begins with the name of its file as its title. */
export function MediaSection({ kind, item }: ItemProps) {
  const texts = useProductTexts();
  const list = useQuery(mediaQuery(kind, item.id)).data;
  const media = list?.media ?? [];
  const mayChange = mayDo(useSession(), 'products:write');
  const [current, setCurrent] = useState<Media>();
  const uploads = useUploads({
    send: (file) => {
      const title = new URLSearchParams({ title: titleOf(file.name) });
      const path = `/api/${kind}/${encodeURIComponent(item.id)}/media?${String(title)}`;
      return sendFile(path, file, { timeoutMilliseconds: TIMEOUT_MILLISECONDS });
    },
    refresh: useFreshItem(kind, item.id),
  });
  const order = async (ids: readonly string[]) => {
    for (const [position, mediaId] of ids.entries()) {
      if (media.find(({ id }) => id === mediaId)?.position === position) continue;
      const params = { path: { id: item.id, mediaId } };
      await answer(api.PATCH(`/api/${kind}/{id}/media/{mediaId}`, { params, body: { position } }));
    }
  };
  return (
    <Section title={texts.media}>
      {media.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noMedia}
        </Text>
      ) : (
        <OrderList
          isDisabled={uploads.isBusy}
          items={media.map((each) => ({
            id: each.id,
            name: each.title,
            content: <MediaRow media={each} onChange={mayChange ? setCurrent : undefined} />,
          }))}
          onOrder={mayChange ? (ids) => void uploads.run(() => order(ids)) : undefined}
        />
      )}
      {mayChange ? (
        <UploadPlace
          uploads={uploads}
          label={texts.dropMedia}
          text={texts.dropMediaText}
          accept={ACCEPT}
          maxSize={MAX_BYTES}
          explain={texts.mediaRefused}
        />
      ) : null}
      {current === undefined || list === undefined ? null : (
        <MediaDialog
          kind={kind}
          itemId={item.id}
          list={list}
          media={current}
          onClose={() => {
            setCurrent(undefined);
          }}
        />
      )}
    </Section>
  );
}

interface MediaRowProps {
  readonly media: Media;
  readonly onChange: ((media: Media) => void) | undefined;
}

function MediaRow({ media, onChange }: MediaRowProps) {
  const texts = useProductTexts();
  const { kind, url, title } = media;
  const Player = kind === 'Audio' ? 'audio' : 'video';
  return (
    <div className={classes.row}>
      <Player className={classes.player} src={url} aria-label={title} controls preload="none" />
      <span className={classes.text}>{title}</span>
      {onChange === undefined ? null : (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={texts.changeMedia(title)}
          onClick={() => {
            onChange(media);
          }}
        >
          {texts.change}
        </Button>
      )}
    </div>
  );
}

/** The name of a file without its ending. */
function titleOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').slice(0, 200) || name;
}
