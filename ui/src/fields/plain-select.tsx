import classes from './plain-select.module.css';

interface PlainSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** A small choice whose purpose is clear from its place: the browser's own control, which needs no code. */
export function PlainSelect({ label, value, options, onChoose }: PlainSelectProps) {
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
            {option}
          </option>
        ))}
      </select>
    </span>
  );
}
