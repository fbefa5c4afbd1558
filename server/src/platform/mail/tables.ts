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
    /** What a new mail like this is made of, such as `order/…`; null: nothing, or it is in the kind. */
    about: string | null;
    /** Its language, such as `de`; null for mails of earlier versions. */
    language: string | null;
    /** Subject and bodies, sealed, of a mail that is sent again as it was; null for others. */
    sealedContent: string | null;
  };
}

/** `Kept`: no mail server is configured, the mail can be read in the product. */
type MailStatus = 'Queued' | 'Sent' | 'Kept' | 'Failed';
