import '@latchkey/ui/fields/fields.css';
import { TextInput, VisuallyHidden } from '@mantine/core';

interface ListSearchProps {
  readonly label: string;
  readonly text: string;
  /** The number of matches, in words. */
  readonly matches: string;
  readonly onChange: (text: string) => void;
}

/** Searches a list of the customer's, and says how many entries match. */
export function ListSearch({ label, text, matches, onChange }: ListSearchProps) {
  return (
    <>
      <TextInput
        type="search"
        size="md"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onChange(value);
        }}
      />
      <VisuallyHidden component="output">{text.trim() === '' ? '' : matches}</VisuallyHidden>
    </>
  );
}
