import { useRef, useState } from 'react';
import type { Revised } from '../api/revised.ts';
import { type RevisionHeader, saveRevised } from './save-revised.ts';

interface RevisionOptions<Thing> {
  /** What the form is about, as it was read. */
  readonly thing: Revised<Thing>;
  /** Reads it again. */
  readonly load: () => Promise<Revised<Thing>>;
  /** The fields of the form, to see whether one of them was changed by somebody else. */
  readonly fieldsOf: (thing: Thing) => unknown;
  /** Has the form show it. */
  readonly show: (thing: Revised<Thing>) => void;
  /** The change in the audit log, such as `product.changed` of `product/demo-app`; absent: it is not about one thing. */
  readonly change?: AuditedChange;
}

/** How the audit log names a change, to say who made it. */
export interface AuditedChange {
  readonly type: string;
  /** Absent: there is only one such thing. */
  readonly subject?: string;
}

/** What a form offers when somebody else changed the same fields meanwhile. */
export interface Conflict {
  readonly change: AuditedChange | undefined;
  /** Shows what is there now in place of what was typed. */
  readonly reload: () => Promise<void>;
  /** The next change is made whatever is there. */
  readonly force: () => void;
}

/**
 * Keeps a form from overwriting what somebody else changed while it was open. `base` is what it began with, whatever the
 * page reads meanwhile; `save` sends a change of it.
 */
export function useRevision<Thing>({ thing, load, fieldsOf, show, change }: RevisionOptions<Thing>) {
  const [base, setBase] = useState(thing);
  const isForced = useRef(false);
  const save = async (send: (header: RevisionHeader) => Promise<Revised<Thing>>) => {
    const next = await saveRevised({ base, isForced: isForced.current, load, fieldsOf, send });
    isForced.current = false;
    setBase(next);
  };
  const conflict: Conflict = {
    change,
    reload: async () => {
      const current = await load();
      isForced.current = false;
      setBase(current);
      show(current);
    },
    force: () => {
      isForced.current = true;
    },
  };
  return { base, save, conflict };
}
