import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import buttons from './choice-button.module.css';
import classes from './column-choice.module.css';

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly visible: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** Which columns a list shows. The first one leads to the page of a row, so it stays. */
export function ColumnChoice({ columns, visible, onToggle }: ColumnChoiceProps) {
  const { list } = useTexts();
  return (
    <details className={classes.choice}>
      <summary className={buttons.summary}>{list.columns}</summary>
      <div className={classes.fields}>
        {columns.slice(1).map(({ id, label }) => (
          <CheckField
            key={id}
            label={label}
            checked={visible.has(id)}
            onChange={() => {
              onToggle(id);
            }}
          />
        ))}
      </div>
    </details>
  );
}
