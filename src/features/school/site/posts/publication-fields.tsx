import { useState } from 'react';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { PostRecord } from './posts.queries.ts';

interface PublicationFieldsProps {
  post: Pick<PostRecord, 'state' | 'publishAt'> | null;
  timeZone: string;
}

const chosen = { draft: 'draft', scheduled: 'at', published: 'now' };

/** Draft, publish now, or schedule. */
export function PublicationFields({ post, timeZone }: PublicationFieldsProps) {
  const [state, setState] = useState(chosen[post?.state ?? 'draft']);
  return (
    <FormSection title="Publication">
      <SelectField
        name="state"
        label="Status"
        placeholder={null}
        value={state}
        onChange={(event) => setState(event.target.value)}
        options={[
          { value: 'draft', label: 'Draft (not visible)' },
          { value: 'now', label: post?.state === 'published' ? 'Published' : 'Publish now' },
          { value: 'at', label: 'Schedule' },
        ]}
      />
      {state === 'at' && (
        <DateTimeField
          name="publishAt"
          label="Date and time"
          defaultValue={post?.publishAt ?? ''}
          help={`In the time zone ${timeZone.replaceAll('_', ' ')}.`}
        />
      )}
    </FormSection>
  );
}
