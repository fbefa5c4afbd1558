import { useState } from 'react';
import { browserStorage } from '@latchkey/ui/browser-storage.ts';

interface ColumnOfList {
  readonly id: string;
  readonly isExtra?: boolean;
}

/** The columns that a list shows, as chosen in this browser. */
export function useVisibleColumns(
  list: string,
  columns: readonly ColumnOfList[],
): { readonly visible: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const storageKey = `latchkey.dashboard.columns.${list}`;
  const [visible, setVisible] = useState(() => visibleColumns(browserStorage.read(storageKey), columns));
  const toggle = (id: string) => {
    const next = new Set(visible);
    if (!next.delete(id)) next.add(id);
    browserStorage.write(storageKey, [...next].join(','));
    setVisible(next);
  };
  return { visible, toggle };
}

/** The stored choice, as far as these columns exist; the first column is always shown. */
export function visibleColumns(
  text: string | undefined,
  columns: readonly ColumnOfList[],
): ReadonlySet<string> {
  const usual = columns.filter(({ isExtra }) => isExtra !== true).map(({ id }) => id);
  const selection = text?.split(',').filter((id) => columns.some((column) => column.id === id));
  return new Set([...columns.slice(0, 1).map(({ id }) => id), ...(selection ?? usual)]);
}
