import classes from './plain-select.module.css';

interface PlainSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** What the options are called; default: as they are. */
  readonly names?: Readonly<Record<string, string>>;
  readonly onChoose: (value: string) => void;
}

/** A small choice whose purpose is clear from its place: the browser's own control, which needs no code. */
export function PlainSelect({ label, value, options, names, onChoose }: PlainSelectProps) {
  return (
    <span className={classes.frame}>
      <select
        aria-label={label}
        className={classes.select}
        value={value}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.value);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names?.[option] ?? option}
          </option>
        ))}
      </select>
    </span>
  );
}
