import { Link, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { settingAreasOf } from '../frame/areas.ts';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './settings-frame.module.css';

/** The names of the pages of the settings, and the page itself. */
export function SettingsFrame() {
  const texts = useTexts();
  return (
    <div className={classes.frame}>
      <nav aria-label={texts.settings.label} className={classes.pages}>
        {settingAreasOf(useSession()).map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            activeOptions={{ exact: path === '/settings' }}
            className={classes.page ?? ''}
          >
            {path === '/settings' ? texts.settings.general : label(texts)}
          </Link>
        ))}
      </nav>
      <Suspense>
        <Outlet />
      </Suspense>
    </div>
  );
}
