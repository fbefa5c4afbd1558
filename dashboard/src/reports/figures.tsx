import classes from './figures.module.css';

interface Figure {
  readonly name: string;
  readonly value: string;
  /** The same of the time before, as a sentence. */
  readonly before?: string | undefined;
}

/** The most important figures, large, each with what it was before. */
export function Figures({ rows }: { readonly rows: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {rows.map(({ name, value, before }) => (
        <div key={name}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          {before === undefined ? null : <dd className={classes.before}>{before}</dd>}
        </div>
      ))}
    </dl>
  );
}
