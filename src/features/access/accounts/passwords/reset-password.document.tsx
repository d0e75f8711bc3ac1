import { CodeField, EntranceForm, IdentifierField, PasswordField, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { resetPasswordPage } from '../accounts.pages.ts';

export default function ResetPassword({ isSent, ...form }: PropsOfPublic<typeof resetPasswordPage>) {
  const state = stateOf(form, form.values['identifier'] ? 'code' : 'identifier');
  return (
    <EntrancePage
      title="Set a new password"
      description={
        isSent
          ? 'If the account exists and has an e-mail address or phone, we’ve sent it a code. The code expires in 15 minutes.'
          : 'Enter the code you were sent or given.'
      }
      footer={
        <>
          <a href="/sign-in">Back to sign-in</a>
          <a href="/forgot-password">Send another code</a>
        </>
      }
    >
      <EntranceForm {...form} fields={['identifier', 'code', 'password']} submit="Set password">
        <IdentifierField state={state} />
        <CodeField state={state} label="Code" digits={12} />
        <PasswordField state={state} label="New password" isNew />
      </EntranceForm>
    </EntrancePage>
  );
}
