import { isRecord } from '../../kernel/json.ts';
import type { EventRow } from '../events/index.ts';

const MOST_CHARACTERS = 1_500;

/** An event as a line of a chat, without personal data: what happened, to what, and amounts. */
export function chatText({ type, subjectId, productIds, data }: EventRow): string {
  const [noun = '', verb = ''] = type.split('.');
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb.replaceAll('_', ' ')}`;
  const parts = [amountIn(data), productIds.map(plain).join(', '), plain(subjectId)];
  const text = [title, ...parts.filter((part) => part !== '')].join(' · ');
  return text.slice(0, MOST_CHARACTERS);
}

function amountIn(data: EventRow['data']): string {
  const total = data?.['total'];
  const due = isRecord(total) ? total['due'] : data?.['amount'];
  if (!isRecord(due) || typeof due['amount'] !== 'number') return '';
  return `${due['amount'].toFixed(2)} ${String(due['currency'])}`;
}

/** Characters that chats read as marks, links or mentions would let a product's id write anything. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ./_-]/gu, ' ');
}
