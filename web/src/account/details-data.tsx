import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { fetchExport } from '../api/profile.ts';
import { useDetailsTexts } from './details-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { DetailsSection } from './details-section.tsx';
import { saveFile } from './save-file.ts';

/** All stored data of the customer, as a file. */
export function DataSection() {
  const texts = useDetailsTexts();
  const { failure } = useTexts();
  const save = useMutation({
    mutationFn: fetchExport,
    onSuccess: (file) => {
      saveFile(file, 'my-data.json');
    },
  });
  return (
    <DetailsSection title={texts.data} text={texts.dataText}>
      <div>
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() => {
            save.mutate();
          }}
        >
          {texts.export}
        </Button>
        <VisuallyHidden component="output">{save.isPending ? texts.exporting : ''}</VisuallyHidden>
      </div>
      {save.error === null ? null : <ErrorLine>{failureMessage(save.error, failure).text}</ErrorLine>}
    </DetailsSection>
  );
}
