import { spawn } from 'node:child_process';
import process from 'node:process';

const OPENERS = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'], linux: ['xdg-open'] };

/** Opens an address in the browser, if the system can; `NOTES_BROWSER=none` leaves that to the person. */
export function openInBrowser(url) {
  const [command, ...parameters] = OPENERS[process.platform] ?? [];
  if (command === undefined || process.env['NOTES_BROWSER'] === 'none') return;
  const child = spawn(command, [...parameters, url], { stdio: 'ignore', detached: true });
  // Without such a program the person opens the printed address.
  child.on('error', () => undefined);
  child.unref();
}
