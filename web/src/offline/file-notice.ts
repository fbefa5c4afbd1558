import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '../api/failures.ts';
import { failureMessage } from '../ui/failure-message.ts';
import type { FileIssue } from './device-file.ts';

export interface FileNotice {
  readonly title: string;
  readonly messages: readonly string[];
}

const HOW_TO_SAVE = 'Save a new device file in the app, then choose it here. Its name ends in .dt.';

const ISSUES: Readonly<Record<FileIssue, FileNotice>> = {
  TooLarge: {
    title: 'This file is too large',
    messages: ['A device file has at most 8 KB.', HOW_TO_SAVE],
  },
  Empty: { title: 'This file is empty', messages: [HOW_TO_SAVE] },
  Unreadable: { title: 'This file cannot be read', messages: ['Choose the file once more.'] },
};

const TITLES: Readonly<Record<string, string>> = {
  OfflineActivationNotAllowed: 'This product cannot be activated offline',
  ProductInactive: 'This product is not available',
  ProductNotOwned: 'You need a license first',
};

/** The message about a file that was not even sent. */
export function issueNotice(issue: FileIssue): FileNotice {
  return ISSUES[issue];
}

/** The message about a file that the server refused; undefined when the page reports it in another way. */
export function refusalNotice(failure: Error, vendorName: string): FileNotice | undefined {
  if (failure instanceof ConnectionLost) {
    return {
      title: 'No connection',
      messages: [
        'The shop could not be reached. Check your internet connection, then try again.',
        'Trying again never uses a second activation.',
      ],
    };
  }
  if (!(failure instanceof Refusal)) return plainNotice(failure);
  // The session has ended: the page offers to sign in.
  if (failure.status === 401) return undefined;
  if (failure.errorType === 'InvalidDeviceToken' || failure.status === 413) {
    return { title: 'This is not a device file', messages: [HOW_TO_SAVE] };
  }
  if (failure.status === 404) {
    const text = `The device file is for a product that ${vendorName} does not have.`;
    return { title: 'We do not know this product', messages: [text] };
  }
  const title = TITLES[failure.errorType ?? ''];
  // The devices are listed below, each with the possible actions.
  if (failure.errorType === 'NoFreeActivations')
    return {
      title: 'All your activations are in use',
      messages: ['Another device has to be released first.'],
    };
  return title === undefined ? plainNotice(failure) : { title, messages: [failure.detail ?? failure.title] };
}

function plainNotice(failure: Error): FileNotice {
  const { title, text, reference } = failureMessage(failure);
  const messages =
    reference === undefined ? [text] : [text, `Reference for the shop's support: ${reference}`];
  return { title, messages };
}
