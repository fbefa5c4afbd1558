import classes from './status.module.css';

/** What a state means for the reader. */
export type Tone = 'good' | 'waiting' | 'bad' | 'off';

/** A state as a word with a dot; the word alone says everything. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      {children}
    </span>
  );
}
