import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
}

/* Decoration: what an icon says is also said in words beside it. */

export function CheckIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function WarningIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.4v.1" />
    </Icon>
  );
}

export function LockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </Icon>
  );
}

export function FlaskIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M9 3.5h6M10 3.5v6l-5 8.8A1.5 1.5 0 0 0 6.3 20.5h11.4a1.5 1.5 0 0 0 1.3-2.2l-5-8.8v-6M7.5 15h9" />
    </Icon>
  );
}

export function CartIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M3 4h2.5l2.2 11h10l2-8H6.3" />
      <circle cx="9" cy="19" r="1.2" />
      <circle cx="16.5" cy="19" r="1.2" />
    </Icon>
  );
}

export function BrokenLinkIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M10 14a4 4 0 0 1 0-5.6l2.4-2.4a4 4 0 0 1 5.6 5.6l-1.2 1.2M14 10a4 4 0 0 1 .3 5.3l-2.7 2.7A4 4 0 0 1 6 12.4l1.2-1.2M4 4l16 16" />
    </Icon>
  );
}

export function ClockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.2 2" />
    </Icon>
  );
}

export function CrossIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6 6l12 12M18 6 6 18" />
    </Icon>
  );
}

export function DeviceIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="4.5" y="5" width="15" height="10.5" rx="1.5" />
      <path d="M2.5 19h19" />
    </Icon>
  );
}

export function FileIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6 3.5h7.5L18.5 8v12.5H6zM13 3.5V8.5h5.5" />
      <path d="M12.2 18v-6m-2.4 2.3 2.4-2.3 2.4 2.3" />
    </Icon>
  );
}

export function MailIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3" y="5.5" width="18" height="13" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </Icon>
  );
}

function Icon({ size = 20, children }: { readonly size?: number | undefined; readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
