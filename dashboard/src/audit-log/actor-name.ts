import type { AuditTexts } from './audit-en.ts';
import type { AuditEvent } from './audit-queries.ts';

/** Who did something: an operator or an API key by name, anybody else by kind. */
export function actorName({ kind, name }: AuditEvent['actor'], { actors }: AuditTexts): string {
  return name ?? actors[kind];
}
