import { Problems, TextField } from '#ui/public/fields.tsx';
import type { FindProps } from './addresses.ts';

/** Back to an application: a draft is continued, a sent one shows its status. */
export default function Find({ action, apply, csrf, errors, message, values }: FindProps) {
  const state = { values, errors };
  return (
    <>
      <Problems message={message} errors={errors} labels={['number', 'code']} />
      <form className="form" method="post" action={action} noValidate>
        <input type="hidden" name="_csrf" value={csrf} />
        <fieldset>
          <legend>Continue or see the status</legend>
          <TextField
            state={state}
            name="number"
            label="Application number"
            isOptional
            hint="You get it when you send the application. A draft has none."
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={80}
          />
          <TextField
            state={state}
            name="code"
            label="Code"
            hint="From our message, such as K7QM-4TXR-9WPC."
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={40}
          />
        </fieldset>
        <div className="buttons">
          <button className="button strong">Open application</button>
          <a href={apply}>Start a new application</a>
        </div>
      </form>
    </>
  );
}
