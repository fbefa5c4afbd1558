import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import type { DeviceTexts } from '../devices/devices-en.ts';
import type { SharedTexts } from '@latchkey/ui/texts/shared-en.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import type { FileIssue } from './device-file.ts';

export interface FileNotice {
  readonly title: string;
  readonly messages: readonly string[];
}

/** The texts of the page's language that notices about files need. */
export type FileTexts = Pick<DeviceTexts, 'file'> & Pick<SharedTexts, 'failure'>;

/** The message about a file that was not sent. */
export function issueNotice(issue: FileIssue, { file }: FileTexts): FileNotice {
  switch (issue) {
    case 'TooLarge':
      return { title: file.tooLarge, messages: [file.tooLargeText, file.howToSave] };
    case 'Empty':
      return { title: file.empty, messages: [file.howToSave] };
    case 'Unreadable':
      return { title: file.unreadable, messages: [file.unreadableText] };
    case 'Incomplete':
      return { title: file.wrong, messages: [file.howToSave] };
    case 'OtherProduct':
      return { title: file.otherProduct, messages: [file.otherProductText] };
  }
}

/** The message about a file that the server refused; undefined when the page reports it in another way. */
export function refusalNotice(failure: Error, vendorName: string, texts: FileTexts): FileNotice | undefined {
  const { file } = texts;
  if (failure instanceof ConnectionLost) {
    const { connection, connectionText } = texts.failure;
    return { title: connection, messages: [connectionText, file.twice] };
  }
  if (!(failure instanceof Refusal)) return plainNotice(failure, texts);
  // The session has ended: the page offers to sign in.
  if (failure.status === 401) return undefined;
  if (failure.errorType === 'InvalidDeviceToken' || failure.status === 413) {
    return { title: file.wrong, messages: [file.howToSave] };
  }
  if (failure.status === 404) {
    return { title: file.unknownProduct, messages: [file.unknownProductText(vendorName)] };
  }
  switch (failure.errorType) {
    case 'OfflineActivationNotAllowed':
      return { title: file.notAllowed, messages: [file.notAllowedText(vendorName)] };
    case 'ProductInactive':
      return { title: file.inactive, messages: [file.inactiveText(vendorName)] };
    case 'ProductNotOwned':
      return { title: file.notOwned, messages: [failureMessage(failure, texts.failure).text] };
    // The devices are listed below, each with the possible actions.
    case 'NoFreeActivations':
      return { title: file.notActivated, messages: [file.noSeatText] };
    default:
      return plainNotice(failure, texts);
  }
}

const FINAL = new Set([
  'InvalidDeviceToken',
  'PayloadTooLarge',
  'OfflineActivationNotAllowed',
  'ProductInactive',
  'NotFound',
]);

/** Whether the same file may succeed when it is sent again: not after a refusal of the file or of its product. */
export function mayRetry(failure: Error): boolean {
  return !(failure instanceof Refusal) || !FINAL.has(failure.errorType ?? '');
}

function plainNotice(failure: Error, { failure: texts }: FileTexts): FileNotice {
  const { title, text, reference } = failureMessage(failure, texts);
  return { title, messages: reference === undefined ? [text] : [text, texts.reference(reference)] };
}
