import type { ComponentProps, ReactNode } from 'react';
import { Button, LinkButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { ErrorSummary, FormErrors, FormUpload, OpenedValues } from './field.tsx';
import { PageForm } from './page-form.tsx';
import classes from './edit-form.module.css';

interface EditFormProps extends Omit<ComponentProps<typeof PageForm>, 'children'> {
  /** The label of the button: 'Admit student'. */
  submit: string;
  cancelHref?: string;
  children: ReactNode;
  /** Shown next to the buttons. */
  aside?: ReactNode;
  /** For forms whose act cannot be undone. */
  isFinal?: boolean;
  /** For forms longer than a phone's screen: keeps the button visible. */
  long?: boolean;
}

/** The form of a page, with an error summary, field errors and a submit button. */
export function EditForm({
  submit,
  cancelHref,
  children,
  aside,
  isFinal,
  long,
  method = 'post',
  ...rest
}: EditFormProps) {
  return (
    <PageForm {...rest} method={method} className={classes.form}>
      {({ errors, summary, processing, uploaded }) => (
        <FormErrors value={errors}>
          <ErrorSummary errors={summary} />
          <OpenedValues value={rest.opened ?? nothing}>
            <FormUpload value={uploaded}>{children}</FormUpload>
          </OpenedValues>
          <div className={cx(classes.actions, long && classes.reach)} data-reach={long} data-tour="form-actions">
            <Button type="submit" tone={isFinal ? 'final' : 'primary'} loading={processing}>
              {submit}
            </Button>
            {cancelHref && (
              <LinkButton tone="plain" href={cancelHref}>
                Cancel
              </LinkButton>
            )}
            {aside}
          </div>
        </FormErrors>
      )}
    </PageForm>
  );
}

const nothing = {};

/** A group of fields with a title and description. */
export function FormSection({
  title,
  description,
  tour,
  children,
}: {
  title?: string;
  description?: ReactNode;
  /** Its `data-tour` for help tours. */
  tour?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes.section} data-tour={tour}>
      {title && <legend>{title}</legend>}
      {description && <p className="ink-2">{description}</p>}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

/** Short fields side by side, stacked on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
