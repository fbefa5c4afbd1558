import { useTexts } from './identity-texts.ts';
import { Notice } from '@latchkey/ui/notice.tsx';

/** The server ended the session, or another tab did: the reader signs in again. */
export function SessionEnded() {
  const { identity } = useTexts();
  return <Notice title={identity.ended}>{identity.endedText}</Notice>;
}
