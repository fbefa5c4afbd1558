import type { Revised } from '../api/revised.ts';
import type { RevisionHeader } from '../form/save-revised.ts';
import { useRevision } from '../form/use-revision.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { SINGULAR } from './product-queries.ts';

interface PartOptions<List> {
  readonly kind: ItemKind;
  readonly itemId: string;
  /** The parts of the item, such as its pictures, as the page has them. */
  readonly list: Revised<List>;
  /** Reads them again. */
  readonly load: () => Promise<Revised<List>>;
  /** The text of the part in the form; `undefined`: somebody else has removed it. */
  readonly textIn: (list: List) => string | undefined;
  readonly show: (text: string) => void;
}

/** `useRevision` for a form about one part of a product or bundle: the revision is that of the item. */
export function usePartRevision<List>({ kind, itemId, list, load, textIn, show }: PartOptions<List>) {
  const { base, save, conflict } = useRevision<List>({
    thing: list,
    load,
    fieldsOf: textIn,
    show: (next) => {
      show(textIn(next) ?? '');
    },
    change: { type: `${SINGULAR[kind]}.changed`, subject: `${SINGULAR[kind]}/${itemId}` },
  });
  return {
    conflict,
    save: (send: (header: RevisionHeader) => Promise<Revised<object>>) =>
      save(async (header) => ({ ...base, etag: (await send(header)).etag })),
  };
}
