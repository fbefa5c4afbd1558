import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, sendFile } from '../api/client.ts';
import { mayDo, useSession } from '../session/session.ts';
import classes from './item-files.module.css';
import { ItemFilesSection } from './item-files-section.tsx';
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
  const [currentId, setCurrentId] = useState<string>();
  const current = media.find(({ id }) => id === currentId);
  return (
    <ItemFilesSection
      title={texts.media}
      files={media.map((each) => ({
        id: each.id,
        position: each.position,
        name: each.title,
        preview: <Player media={each} />,
        text: each.title,
        changeLabel: texts.changeMedia(each.title),
      }))}
      none={texts.noMedia}
      mayChange={mayChange}
      send={(file) => {
        const title = new URLSearchParams({ title: titleOf(file.name) });
        const path = `/api/${kind}/${encodeURIComponent(item.id)}/media?${String(title)}`;
        return sendFile(path, file, { timeoutMilliseconds: TIMEOUT_MILLISECONDS });
      }}
      refresh={useFreshItem(kind, item.id)}
      move={(mediaId, position) => {
        const params = { path: { id: item.id, mediaId } };
        return answer(api.PATCH(`/api/${kind}/{id}/media/{mediaId}`, { params, body: { position } }));
      }}
      onChange={setCurrentId}
      label={texts.dropMedia}
      text={texts.dropMediaText}
      accept={ACCEPT}
      maxSize={MAX_BYTES}
      explain={texts.mediaRefused}
    >
      {current === undefined || list === undefined ? null : (
        <MediaDialog
          kind={kind}
          itemId={item.id}
          list={list}
          media={current}
          onClose={() => {
            setCurrentId(undefined);
          }}
        />
      )}
    </ItemFilesSection>
  );
}

function Player({ media: { kind, url, title } }: { readonly media: Media }) {
  const Element = kind === 'Audio' ? 'audio' : 'video';
  return <Element className={classes.player} src={url} aria-label={title} controls preload="none" />;
}

/** The name of a file without its ending. */
function titleOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').slice(0, 200) || name;
}
