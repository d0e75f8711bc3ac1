import { EntranceForm, IdentifierField, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { FormProps } from '#ui/public/form-props.ts';

export default function ForgotPassword(form: FormProps) {
  return (
    <EntrancePage
      title="Forgot your password?"
      description="We’ll send a code to your e-mail address or phone. If you have neither on your account, ask your ICT administrator."
      footer={
        <>
          <a href="/sign-in">Back to sign-in</a>
          <a href="/reset-password">I have a code</a>
        </>
      }
    >
      <EntranceForm {...form} fields={['identifier']} submit="Send code">
        <IdentifierField state={stateOf(form, 'identifier')} />
      </EntranceForm>
    </EntrancePage>
  );
}
