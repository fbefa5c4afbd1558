import { type ReactNode, useEffect, useRef } from 'react';
import { WarningIcon } from './icons.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Takes the focus when it appears: it responds to the reader's last action. */
  readonly takesFocus?: boolean;
  /** Default: a failure. */
  readonly about?: 'Failure' | 'Change';
}

/** A failure on a page that otherwise stays unchanged, or something that changed without the reader. */
export function Notice({ title, children, takesFocus = false, about = 'Failure' }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} tabIndex={-1} role="alert" className={classes.notice} data-about={about}>
      <span className={classes.icon}>
        <WarningIcon />
      </span>
      <div>
        <div className={classes.title}>{title}</div>
        <div className={classes.text}>{children}</div>
      </div>
    </div>
  );
}
