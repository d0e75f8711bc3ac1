import { PasswordField } from '#ui/fields.tsx';

/** A password to choose; the rule stands before the mistake. */
export function NewPassword({ label = 'New password' }: { label?: string }) {
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      minLength={10}
      help="At least 10 characters. A few words in a row are easy to remember and hard to guess."
    />
  );
}
