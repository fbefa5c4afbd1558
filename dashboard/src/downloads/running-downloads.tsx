import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { useSession } from '../session/session.ts';
import { downloads } from './downloads.ts';

const DownloadTray = lazyPart(() => import('./download-tray.tsx').then((part) => part.DownloadTray), null);

/** The files on their way, on every page; they end with the session of whoever began them. */
export function RunningDownloads() {
  const { account, operator } = useSession();
  return <OwnDownloads key={`${account.id} ${operator.id}`} />;
}

function OwnDownloads() {
  const all = useSyncExternalStore(downloads.subscribe, downloads.all);
  const isRunning = all.some(({ state }) => state === 'Running');
  useEffect(
    () => () => {
      downloads.removeAll();
    },
    [],
  );
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isRunning]);
  return all.length === 0 ? null : <DownloadTray downloads={all} />;
}
