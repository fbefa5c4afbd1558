import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { NewsKind } from '../live/concerns.ts';
import { news } from '../live/news.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './news-bar.module.css';

interface NewsBarProps {
  readonly kind: NewsKind;
  /** Reads the list again. */
  readonly onShow: () => void;
}

/** Says how much is new while a list stays as it is: rows never move under the pointer by themselves. */
export function NewsBar({ kind, onShow }: NewsBarProps) {
  const { list } = useTexts();
  const [since, setSince] = useState(() => Date.now());
  const count = useSyncExternalStore(news.subscribe, () => news.count(kind, since));
  return (
    <div className={classes.bar} data-on={count > 0}>
      <output>{count === 0 ? null : list.news(count)}</output>
      {count === 0 ? null : (
        <Button
          size="compact-sm"
          onClick={() => {
            setSince(Date.now());
            onShow();
          }}
        >
          {list.showNews}
        </Button>
      )}
    </div>
  );
}
