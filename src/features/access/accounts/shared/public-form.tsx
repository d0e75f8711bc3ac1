import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { useWindowTitle } from '#ui/window-title.ts';
import classes from './public-form.module.css';

interface PublicFormProps {
  title: string;
  description?: ReactNode;
  action: string;
  submit: string;
  children: ReactNode;
  /** Links below the button. */
  footer?: ReactNode;
}

/** A small form for visitors who are not signed in. */
export function PublicForm({ title, description, action, submit, children, footer }: PublicFormProps) {
  return (
    <PublicSheet title={title} description={description}>
      <PageForm action={action} method="post" guard={false} className={classes.form}>
        {({ errors, summary, processing }) => (
          <FormErrors value={errors}>
            {/* A single error is shown only at its field, which has the focus: the form is too small to repeat it. */}
            {summary.length > 1 && <ErrorSummary errors={summary} />}
            {children}
            <Button type="submit" tone="primary" loading={processing} className={classes.submit}>
              {submit}
            </Button>
          </FormErrors>
        )}
      </PageForm>
      {footer && <div className={classes.footer}>{footer}</div>}
    </PublicSheet>
  );
}

/** A title and description above the content. */
function PublicSheet({ title, description, children }: Pick<PublicFormProps, 'title' | 'description' | 'children'>) {
  useWindowTitle(title);
  return (
    <>
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      {description && <p className={classes.description}>{description}</p>}
      <div className={classes.body}>{children}</div>
    </>
  );
}
