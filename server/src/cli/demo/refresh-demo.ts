import { type Context, contextOf, findAccount, updateSettings } from '../../modules/accounts/index.ts';
import { mailsUrl } from '../../api/dev/mails-key.ts';
import { COMMAND_LINE } from '../../platform/context/actor.ts';
import type { System } from '../../platform/system.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';

/**
 * Updates the demo account and its file with the current URL, which changes with the port, and the file with the
 * address of the mails, which changes with each start; everything else stays. Returns the content of the demo file,
 * `undefined` when there is none.
 */
export async function refreshDemo(system: System, baseUrl: string): Promise<DemoFile | undefined> {
  const demo = await readDemoFile(system.config.dataDir);
  if (demo === undefined) return undefined;
  const account = await findAccount(system, demo.accountId);
  if (account === undefined) return demo;
  await moveLinks(contextOf(system, account, COMMAND_LINE), demo.baseUrl, baseUrl);
  const refreshed = {
    ...demo,
    baseUrl,
    ...(demo.dashboard !== undefined && { dashboard: { ...demo.dashboard, url: `${baseUrl}/dashboard` } }),
    mailsUrl: mailsUrl(baseUrl, system),
  };
  await writeDemoFile(system.config.dataDir, refreshed);
  return refreshed;
}

/** Links to another port of the same host are updated to this one; links that somebody has set otherwise stay. */
async function moveLinks(ctx: Context, oldUrl: string, baseUrl: string): Promise<void> {
  const { websiteUrl, storefrontUrl, origins, links } = ctx.account.settings;
  const [oldOrigin, origin] = [new URL(oldUrl).origin, new URL(baseUrl).origin];
  const ownPages = pagesAt(origin, links);
  const changes = {
    ...(isMoved(websiteUrl, baseUrl) && { websiteUrl: baseUrl }),
    ...(isMoved(storefrontUrl, baseUrl) && { storefrontUrl: baseUrl }),
    ...(Object.keys(ownPages).length > 0 && { links: ownPages }),
    ...(!origins.includes(origin) && {
      origins: [...origins.filter((other) => other !== oldOrigin), origin],
    }),
  };
  if (Object.keys(changes).length > 0) await updateSettings(ctx, changes);
}

function isMoved(link: string | undefined, baseUrl: string): boolean {
  return link !== undefined && link !== baseUrl && new URL(link).hostname === new URL(baseUrl).hostname;
}

/** The links to pages of the demo's own server that are at another port, with this one. */
function pagesAt(origin: string, links: Readonly<Record<string, string>>): Record<string, string> {
  const { hostname } = new URL(origin);
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, link]) => {
      const url = new URL(link);
      const isOwn = url.hostname === hostname && url.pathname.startsWith('/dev/');
      return isOwn && url.origin !== origin ? [[name, origin + url.pathname]] : [];
    }),
  );
}
