import '@latchkey/ui/fields/fields.css';
import { Button, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from './identity-texts.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './identity-form.module.css';
import type { IdentityForm } from './use-identity-form.ts';

interface IdentityFormFrameProps {
  readonly form: Pick<IdentityForm<never>, 'submit' | 'isSending' | 'notice'>;
  /** Absent if the page's own heading is enough; the form then needs a name. */
  readonly heading?: string;
  readonly name?: string;
  /** The form replaced another part of the page at the reader's request. */
  readonly takesFocus?: boolean;
  /** The heading is that of the page. */
  readonly isPage?: boolean;
  /** One of several forms of a page: its button is as wide as its label. */
  readonly isPart?: boolean;
  /** The action of a part cannot be undone. */
  readonly isDangerous?: boolean;
  /** Beside the button of a part. */
  readonly aside?: ReactNode;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  readonly submitLabel: string;
  /** The announcement for screen readers during the request. */
  readonly sendingText: string;
  /** Links to other forms. */
  readonly links?: ReactNode;
}

/** Heading, fields, errors, the button and the links to other forms: the same for all forms of this folder. */
export function IdentityFormFrame(props: IdentityFormFrameProps) {
  const {
    form,
    heading,
    name = heading,
    takesFocus = false,
    isPage = false,
    isPart = false,
    isDangerous = false,
    aside,
    intro,
    children,
    submitLabel,
    sendingText,
    links,
  } = props;
  const Heading = isPage ? PageHeading : SectionHeading;
  return (
    <form noValidate onSubmit={form.submit} aria-label={name}>
      <Stack gap="md">
        <div hidden={heading === undefined && intro === undefined}>
          {heading === undefined ? null : <Heading takesFocus={takesFocus}>{heading}</Heading>}
          {intro === undefined ? null : <Text mt={4}>{intro}</Text>}
        </div>
        {children}
        {form.notice === undefined || form.isSending ? null : (
          <Notice title={form.notice.title} takesFocus>
            {form.notice.messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Notice>
        )}
        {isPart ? (
          <div className={classes.part}>
            <Button type="submit" loading={form.isSending} {...(isDangerous ? { color: 'red.8' } : {})}>
              {submitLabel}
            </Button>
            {aside}
          </div>
        ) : (
          <Button type="submit" size="lg" fullWidth loading={form.isSending}>
            {submitLabel}
          </Button>
        )}
        <VisuallyHidden component="output">{form.isSending ? sendingText : ''}</VisuallyHidden>
        {links === undefined ? null : <div className={classes.links}>{links}</div>}
      </Stack>
    </form>
  );
}

export interface FieldProps {
  readonly isSending: boolean;
  /** From `getInputProps` of the form. */
  readonly input: object;
}

export function NameField({ isSending, input }: FieldProps) {
  const { identity } = useTexts();
  return (
    <TextInput
      label={identity.name}
      name="name"
      autoComplete="name"
      size="md"
      required
      readOnly={isSending}
      {...input}
    />
  );
}

interface EmailFieldProps extends FieldProps {
  /** `Email` when absent. */
  readonly label?: string;
}

export function EmailField({ isSending, input, label }: EmailFieldProps) {
  const { identity } = useTexts();
  return (
    <TextInput
      label={label ?? identity.email}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      required
      readOnly={isSending}
      {...input}
    />
  );
}

/** Shows a password manager whose password it is, when the address cannot be changed. */
export function HiddenEmail({ email }: { readonly email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}

interface LinkButtonProps {
  readonly children: string;
  readonly onClick: () => void;
}

/** A way to another form of the same page. */
export function LinkButton({ children, onClick }: LinkButtonProps) {
  return (
    <Button variant="subtle" size="compact-md" onClick={onClick}>
      {children}
    </Button>
  );
}
