import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { listWords } from './list-words.ts';
import type { ListChoice } from './open-list.ts';
import classes from './lists.module.css';

/** A form that is cleared after each added value. */
export function AddWordForm({ institutionId, list }: ListChoice) {
  const { one } = listWords[list];
  return (
    <PageForm
      action="/lists/add"
      method="post"
      guard={false}
      resetOnSuccess
      options={{ preserveScroll: true, preserveState: true }}
      className={classes.add}
      data-tour="new-word"
    >
      {({ errors, processing }) => (
        <FormErrors value={errors}>
          <input type="hidden" name="institutionId" value={institutionId} />
          <input type="hidden" name="list" value={list} />
          <TextField name="name" label={`New ${one}`} maxLength={80} autoComplete="off" />
          <Button type="submit" tone="primary" loading={processing}>
            Add {one}
          </Button>
        </FormErrors>
      )}
    </PageForm>
  );
}
