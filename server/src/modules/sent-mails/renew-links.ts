import type { CommandTx } from '../accounts/index.ts';
import { documentLink } from '../documents/index.ts';
import { findManageToken } from '../subscriptions/index.ts';

/** The token of a link to a document, behind its id: it expires. */
const DOCUMENT = /(\/api\/public\/documents\/)([0-9a-f-]{36})\/[\w~%.-]{1,200}\/document\.pdf/g;
/** The secret with which a mail lets its reader manage a subscription: behind the id, it expires. */
const MANAGEMENT = /([0-9a-f]{8}-[0-9a-f-]{27})(~|%7E)[0-9a-z]{1,12}(?:~|%7E)[\w-]{20,100}/g;

/**
 * A text of a mail, plain or HTML, in which links to documents and subscriptions are new, so that they work as long as
 * those of a new mail. Those to a subscription that is gone stay as they are.
 */
export async function renewLinks(tx: CommandTx, text: string): Promise<string> {
  const tokens = new Map<string, string>();
  for (const [, id = ''] of text.matchAll(MANAGEMENT)) {
    const token = await findManageToken(tx, id);
    if (token !== undefined) tokens.set(id, token);
  }
  return text
    .replaceAll(DOCUMENT, (_, path: string, id: string) => {
      const [, file = ''] = documentLink(tx, { id }).split(path);
      return path + file;
    })
    .replaceAll(MANAGEMENT, (token, id: string, separator: string) =>
      (tokens.get(id)?.split('~') ?? [token]).join(separator),
    );
}
