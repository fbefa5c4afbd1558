import { isProblem } from '@latchkey/sdk';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ActionButton } from './action-button.tsx';
import { saveText } from './save-text.ts';

interface CodesFileProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Reads the lines from the API. */
  readonly load: () => Promise<string>;
}

/** Saves all codes as a CSV file. */
export function CodesFile({ name, load }: CodesFileProps) {
  const { codes } = useTexts();
  return (
    <ActionButton
      label={codes.csv}
      run={async () => {
        saveText(`${name}.csv`, await load());
      }}
      explain={(error) =>
        isProblem(error, 'CodesNotReady') || isProblem(error, 'BatchNotReady') ? codes.notReady : undefined
      }
    />
  );
}
