import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** What is known of something: each fact with its name; facts without a value are left out. */
export function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {rows
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt className={classes.name}>{name}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
