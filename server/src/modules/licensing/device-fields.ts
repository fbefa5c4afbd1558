import { Type } from '../../kernel/schema.ts';

/** Not blank, and without characters that a database cannot store (NUL, half of a surrogate pair). */
const TEXT_PATTERN = '^(?=[\\s\\S]*\\S)[^\\0\\uD800-\\uDFFF]*$';
const errorMessage = 'must not be blank, and be Unicode text without NUL characters';

/** Without characters that a database cannot store (NUL, half of a surrogate pair). */
const STORABLE_PATTERN = '^[^\\0\\uD800-\\uDFFF]*$';

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

/** The name that an application sends; `deviceNameOf` names devices that send a blank one. */
export const clientDeviceName = Type.String({
  maxLength: 256,
  pattern: STORABLE_PATTERN,
  errorMessage: 'must be Unicode text without NUL characters',
  description: 'Shown to the customer; “Unknown device” where it is blank.',
});
