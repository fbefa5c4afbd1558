import { Type } from '../../kernel/schema.ts';

/** Not blank, and without characters that a database cannot store (NUL, half of a surrogate pair). */
const TEXT_PATTERN = '^(?=[\\s\\S]*\\S)[^\\0\\p{Surrogate}]*$';
const errorMessage = 'must not be blank, and be Unicode text without NUL characters';

/** The name and the signature of a device. */
export const deviceFields = {
  deviceName: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: TEXT_PATTERN,
    errorMessage,
    description: 'Shown to the customer.',
  }),
  deviceSignature: Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: TEXT_PATTERN,
    errorMessage,
    description: 'A stable fingerprint of the device, compared literally.',
  }),
};
