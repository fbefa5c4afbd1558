import '@latchkey/ui/fields/fields.css';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { useAccountTexts } from './account-texts.ts';

interface ProductSearchProps {
  readonly text: string;
  readonly matchCount: number;
  readonly onChange: (text: string) => void;
}

/** Searches the customer's products, and says how many there are. */
export function ProductSearch({ text, matchCount, onChange }: ProductSearchProps) {
  const { products: texts } = useAccountTexts();
  return (
    <>
      <TextInput
        type="search"
        size="md"
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onChange(value);
        }}
      />
      <VisuallyHidden component="output">
        {text.trim() === '' ? '' : texts.matches(matchCount)}
      </VisuallyHidden>
    </>
  );
}
