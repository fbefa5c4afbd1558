import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { DEMO_FILE, type DemoFile } from './demo/demo-file.ts';

/**
 * Information for a newcomer about a server that has just started. It contains the secrets of the demo account, and
 * `mailsUrl` opens every mail.
 */
export function introduction(
  config: Config,
  baseUrl: string,
  demo: DemoFile | undefined,
  mailsUrl?: string,
): string {
  const lines = [
    ['Latchkey is ready', baseUrl],
    ['Shop', `${baseUrl}/shop`],
    ['Dashboard', `${baseUrl}/dashboard`],
    ['API reference', `${baseUrl}/docs`],
    ['Mails', mailsUrl ?? 'at the address that the server prints when it starts'],
  ];
  const demoLines =
    demo === undefined
      ? [['Demo account', 'none; "latchkey demo" creates it']]
      : [
          ['Demo customer', `${demo.customer.email}  ${demo.customer.password}`],
          ...(demo.dashboard === undefined
            ? []
            : [['Demo operator', `${demo.dashboard.email}  ${demo.dashboard.password}`]]),
          ['Demo API key', demo.apiKey],
          ['Voucher codes', demo.voucherCodes.slice(0, 2).join('  ')],
          ['All demo data', join(config.dataDir, DEMO_FILE)],
        ];
  const width = Math.max(...[...lines, ...demoLines].map(([label = '']) => label.length));
  const text = [...lines, ...demoLines].map(
    ([label = '', value = '']) => `  ${label.padEnd(width)}  ${value}`,
  );
  return `\n${text.join('\n')}\n`;
}
