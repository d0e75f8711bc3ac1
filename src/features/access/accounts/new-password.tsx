import { PasswordField } from '#ui/forms/fields.tsx';

/** A new password, with its rules shown up front. */
export function NewPassword({ label = 'New password' }: { label?: string }) {
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      minLength={10}
      help="At least 10 characters. Several words in a row are easy to remember and hard to guess."
    />
  );
}
