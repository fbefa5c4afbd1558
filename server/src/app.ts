import { fileURLToPath } from 'node:url';
import { registerCheckout } from './api/checkout/checkout.ts';
import { registerClientLicenses } from './api/client/licenses.ts';
import { registerClientTrials } from './api/client/trials.ts';
import { registerCoreCustomers } from './api/core/customers.ts';
import { registerCoreLicenses } from './api/core/licenses.ts';
import { registerCoreTrials } from './api/core/trials.ts';
import { registerCommunications } from './api/customer/communications.ts';
import { registerIdentity } from './api/customer/identity.ts';
import { registerIdentityConfirmations } from './api/customer/identity-confirmations.ts';
import { registerIdentityPasswords } from './api/customer/identity-passwords.ts';
import { registerIdentitySessions } from './api/customer/identity-sessions.ts';
import { registerInventoryActivate } from './api/customer/inventory-activate.ts';
import { registerInventory } from './api/customer/inventory.ts';
import { registerOrders } from './api/customer/orders.ts';
import { registerStorefront } from './api/customer/storefront.ts';
import { registerAccountGuard } from './api/guards/account.ts';
import { registerCallerGuard } from './api/guards/caller.ts';
import { registerIdempotency } from './api/guards/idempotency.ts';
import { registerHealth } from './api/public/health.ts';
import { registerKeys } from './api/public/keys.ts';
import { registerVendor } from './api/public/vendor.ts';
import type { App } from './platform/http/app.ts';
import { registerDocsPage } from './platform/http/docs-page.ts';
import { createServer } from './platform/http/server.ts';
import { registerWebPages } from './platform/http/web-pages.ts';
import type { System } from './platform/system.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const WEB_PATHS = ['/checkout/*'];

/** The whole HTTP application: every group of routes by hand, in the order of the specification. */
export async function buildApp(system: System): Promise<App> {
  const app = await createServer(system.config, system.log, system.clock);
  registerAccountGuard(app, system);
  registerCallerGuard(app, system);
  registerIdempotency(app, system);
  registerIdentity(app, system);
  registerIdentityPasswords(app, system);
  registerIdentityConfirmations(app, system);
  registerIdentitySessions(app, system);
  registerCommunications(app, system);
  registerStorefront(app, system);
  registerOrders(app, system);
  registerCheckout(app, system);
  registerInventory(app, system);
  registerInventoryActivate(app, system);
  registerClientTrials(app, system);
  registerClientLicenses(app, system);
  registerCoreCustomers(app, system);
  registerCoreLicenses(app, system);
  registerCoreTrials(app, system);
  registerVendor(app);
  registerKeys(app, system);
  registerHealth(app, system);
  await registerDocsPage(app);
  await registerWebPages(app, WEB_FOLDER, WEB_PATHS);
  return app;
}
