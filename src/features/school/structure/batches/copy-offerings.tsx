import { Form } from '#ui/forms/form.tsx';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { BatchPageProps } from './batches.pages.ts';
import classes from '../shared/structure.module.css';

interface CopyOfferingsProps {
  batchId: number;
  siblings: BatchPageProps['siblings'];
  words: { course: string; courses: string };
}

/** Copies the courses of another batch of the class. */
export function CopyOfferings({ batchId, siblings, words }: CopyOfferingsProps) {
  const courses = (n: number) => `${n} ${(n === 1 ? words.course : words.courses).toLowerCase()}`;
  const label = `Copy ${words.courses.toLowerCase()} from`;
  return (
    <Form
      action={`/batches/${batchId}/courses/copy`}
      method="post"
      className={classes.copy}
      options={{ preserveScroll: true }}
    >
      {({ errors, processing }) => (
        <FormErrors value={errors as Record<string, string>}>
          {siblings.isMore ? (
            <SearchSelectField name="from" label={label} search={`/batches/copy-options?except=${batchId}`} />
          ) : (
            <SelectField
              name="from"
              label={label}
              options={siblings.rows.map((sibling) => ({
                value: String(sibling.id),
                label: `${sibling.name}, ${sibling.session} (${courses(sibling.courses)})`,
              }))}
            />
          )}
          <Button type="submit" loading={processing}>
            Copy {words.courses.toLowerCase()}
          </Button>
        </FormErrors>
      )}
    </Form>
  );
}
