import { useState } from 'react';
import { DateTimeField } from '#ui/date-fields.tsx';
import { FormSection } from '#ui/edit-form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { PostRecord } from '../posts.queries.ts';

interface PublicationFieldsProps {
  post: Pick<PostRecord, 'state' | 'publishAt'> | null;
  timeZone: string;
}

const chosen = { draft: 'draft', scheduled: 'at', published: 'now' };

/** When a post comes out: not yet, now, or at a moment. */
export function PublicationFields({ post, timeZone }: PublicationFieldsProps) {
  const [state, setState] = useState(chosen[post?.state ?? 'draft']);
  return (
    <FormSection title="When it comes out">
      <SelectField
        name="state"
        label="State"
        placeholder={null}
        value={state}
        onChange={(event) => setState(event.target.value)}
        options={[
          { value: 'draft', label: 'Draft: nobody sees it' },
          { value: 'now', label: post?.state === 'published' ? 'Published' : 'Published at once' },
          { value: 'at', label: 'Published at a day and time' },
        ]}
      />
      {state === 'at' && (
        <DateTimeField
          name="publishAt"
          label="Day and time"
          defaultValue={post?.publishAt ?? ''}
          help={`In the time zone ${timeZone.replaceAll('_', ' ')}.`}
        />
      )}
    </FormSection>
  );
}
