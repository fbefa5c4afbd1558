import { findAccount, updateSettings } from '../../modules/accounts/index.ts';
import type { System } from '../../platform/system.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';

/**
 * Lets the demo account and its file name the URL that is served now, which changes with the port; everything else
 * stays. Returns what the demo file says then, `undefined` when there is none.
 */
export async function refreshDemo(system: System, baseUrl: string): Promise<DemoFile | undefined> {
  const demo = await readDemoFile(system.config.dataDir);
  if (demo === undefined || demo.baseUrl === baseUrl) return demo;
  await moveLinks(system, demo, baseUrl);
  const refreshed = { ...demo, baseUrl };
  await writeDemoFile(system.config.dataDir, refreshed);
  return refreshed;
}

/** Links that led to the old URL lead to the new one; those that somebody has set otherwise stay. */
async function moveLinks(
  system: System,
  { accountId, baseUrl: old }: DemoFile,
  baseUrl: string,
): Promise<void> {
  const account = await findAccount(system, accountId);
  if (account === undefined) return;
  const { websiteUrl, storefrontUrl, origins } = account.settings;
  const oldOrigin = new URL(old).origin;
  await updateSettings(system, account, {
    ...(websiteUrl === old && { websiteUrl: baseUrl }),
    ...(storefrontUrl === old && { storefrontUrl: baseUrl }),
    origins: [...new Set(origins.map((origin) => (origin === oldOrigin ? new URL(baseUrl).origin : origin)))],
  });
}
