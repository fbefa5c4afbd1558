import type { MailAddress } from './addresses.ts';

export interface MailTables {
  mails: {
    accountId: string;
    id: string;
    kind: string;
    /** Null: the instance's own sender. */
    sender: MailAddress | null;
    recipient: string;
    subject: string;
    /** Empty once the mail was sent or refused: it may contain a secret code or link. */
    textBody: string;
    htmlBody: string;
    status: MailStatus;
    /** Why the recipient's server refused it. */
    failure: string | null;
    createdAt: Date;
    sentAt: Date | null;
  };
}

/** `Kept`: no mail server is configured, the mail can be read in the product. */
type MailStatus = 'Queued' | 'Sent' | 'Kept' | 'Failed';
