import { Form } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/field.tsx';
import { SearchSelectField } from '#ui/search-select.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { BatchPageProps } from '../structure.pages.ts';
import classes from './structure.module.css';

interface CopyOfferingsProps {
  batchId: number;
  siblings: BatchPageProps['siblings'];
  words: { course: string; courses: string };
}

/** Offers the same as another batch of the class, all at once. */
export function CopyOfferings({ batchId, siblings, words }: CopyOfferingsProps) {
  const courses = (n: number) => `${n} ${(n === 1 ? words.course : words.courses).toLowerCase()}`;
  const label = `Offer the same ${words.courses.toLowerCase()} as`;
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
              options={siblings.rows.map((one) => ({
                value: String(one.id),
                label: `${one.name}, ${one.session} (${courses(one.courses)})`,
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
