import { DayField } from '#ui/public/day-field.tsx';
import { TextField, type FormState } from '#ui/public/fields.tsx';

/** Who applies, as far as an application needs it to begin. */
export function Applicant({ form, phoneHint }: { form: FormState; phoneHint: string }) {
  return (
    <fieldset>
      <legend>Applicant</legend>
      <p className="lead-in">As on the birth certificate. You can continue later with a code that we send you.</p>
      <div className="two">
        <TextField state={form} name="surname" label="Surname" autoComplete="family-name" maxLength={100} />
        <TextField state={form} name="firstName" label="First name" autoComplete="given-name" maxLength={100} />
      </div>
      <DayField state={form} name="birthDate" label="Date of birth" />
      <div className="two">
        <TextField
          state={form}
          name="phone"
          label="Phone"
          hint={phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={30}
        />
        <TextField
          state={form}
          name="email"
          label="E-mail"
          hint="A phone number or an e-mail address is enough."
          isOptional
          type="email"
          autoComplete="email"
        />
      </div>
    </fieldset>
  );
}
