import { CheckboxField } from '#ui/forms/fields.tsx';
import classes from './shortage.module.css';

/** Why the credit doesn't cover messages, and what users who may overspend tick to send them all the same. */
export const Shortage = ({ words, mayOverspend }: { words: string; mayOverspend: boolean }) => (
  <div className={classes.shortage} data-field="price">
    <p>
      {words} {!mayOverspend && 'Ask a colleague who can exceed the budget.'}
    </p>
    {mayOverspend && <CheckboxField name="is_anyway" label="Send anyway" />}
  </div>
);
