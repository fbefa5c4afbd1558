import { updateSettings } from '../src/modules/accounts/index.ts';
import type { TestApp } from './harness.ts';
import { shopOf } from './inventory.ts';
import { merchantOf } from './merchant.ts';

/** An event of the journal, as the audit log shows it. */
interface AuditEvent {
  readonly actor: { readonly kind: string };
  readonly subjects: readonly string[];
  readonly data: Record<string, unknown>;
}

/** Helpers for tests of the support desk: as the vendor, as a customer, and as an application. */
export async function supportDeskOf(app: TestApp) {
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
  const auditor = await merchantOf(app, app.demo, 'audit:read');

  /** Validates a license token as applications do. */
  function validate(productId: string, token: string, query = '') {
    return app.inject({
      method: 'POST',
      url: `/api/client/licenses/${productId}/validate${query}`,
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
  }

  /** The journal of a license, newest first. */
  async function auditOf(type: string, license: string): Promise<readonly AuditEvent[]> {
    const url = `/api/audit?type=${type}&subject=license/${license}`;
    return (await auditor.call<{ items: AuditEvent[] }>('GET', url)).items;
  }

  return {
    shop: shopOf(app),
    desk: await merchantOf(app, app.demo, 'licenses:read', 'licenses:write'),
    validate,
    auditOf,
  };
}

/** @see supportDeskOf */
export type SupportDesk = Awaited<ReturnType<typeof supportDeskOf>>;
