import { Type } from '../../kernel/schema.ts';

// Bodies with characters that a database cannot store (NUL, half of a surrogate pair) are refused before their schema:
// patterns against these could not be read by generators of clients in other languages.
const notBlank = { pattern: '\\S', errorMessage: 'must not be blank' };

/** The name and the signature of a device. */
export const deviceFields = {
  deviceName: Type.String({
    minLength: 1,
    maxLength: 256,
    ...notBlank,
    description: 'Shown to the customer.',
  }),
  deviceSignature: Type.String({
    minLength: 1,
    maxLength: 512,
    ...notBlank,
    description: 'A stable fingerprint of the device, compared literally.',
  }),
};

/** The name that an application sends; `deviceNameOf` names devices that send a blank one. */
export const clientDeviceName = Type.String({
  maxLength: 256,
  description: 'Shown to the customer; “Unknown device” where it is blank.',
});
