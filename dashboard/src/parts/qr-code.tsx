import { encodeQR } from 'qr';
import classes from './qr-code.module.css';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for people who do not see it. */
  readonly label: string;
}

const BORDER = 4;

/** A text that the camera of a phone reads; it is drawn here, so the text goes nowhere. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={classes.code} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <title>{label}</title>
      <path d={path} fill="#000" />
    </svg>
  );
}
