import { customFieldTypeWords } from '#kernel/contracts/custom-field.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';
import type { CustomFieldEditorProps } from './custom-fields.pages.ts';
import classes from './custom-fields.module.css';

/** Retired fields, with buttons to restore them. */
export const RetiredFields = ({ fields }: { fields: CustomFieldEditorProps['retired'] }) => (
  <Card title="Archived fields">
    <ul className={classes.retired}>
      {fields.map(({ id, label, type }) => (
        <li key={id}>
          <span>
            {label} <Secondary>{customFieldTypeWords[type]}</Secondary>
          </span>
          <Button small aria-label={`Restore ${label}`} onClick={() => post(`/custom-fields/${id}/restore`)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);
