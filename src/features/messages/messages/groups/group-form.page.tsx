import { useState, use } from 'react';
import { router } from '@inertiajs/core';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { groupFormPage } from '../messages.pages.ts';
import { AudienceFields, isHandPicked, useSize } from '../shared/audience-fields.tsx';
import type { Audience } from '../audience/audience.ts';
import { countOf } from '#ui/format.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import classes from '../shared/compose.module.css';
import { InstitutionField } from '#ui/forms/institution-choice.tsx';

/** Adds or edits a group: its name, who belongs to it, and who can use it. */
export default function GroupFormPage(page: PropsOf<typeof groupFormPage>) {
  const { group, opened, institutionId, institutions, offer } = page;
  const { href } = useAddress();
  const [audience, setAudience] = useState<Audience>({
    without: [],
    ...(page.audience ?? { of: 'guardians', by: [] }),
  });
  const list = href('/messages/groups');
  const { of, by } = audience;
  return (
    <>
      <PageHeader title={group ? `Edit ${group.name}` : 'Add group'} breadcrumbs={[{ label: 'Groups', href: list }]} />
      <EditForm
        opened={opened}
        action={group ? `/messages/groups/${group.id}` : '/messages/groups'}
        submit={group ? 'Save group' : 'Add group'}
        cancelHref={list}
      >
        {!group && (
          <InstitutionField
            institutionId={institutionId}
            institutions={institutions}
            onChange={(id) => router.visit(`/messages/groups/new?institution_id=${id}`)}
          />
        )}
        <TextField name="name" label="Name" maxLength={80} placeholder="JSS 3 parents" />
        <input type="hidden" name="audience" value={JSON.stringify({ of, by })} />
        <AudienceFields
          label="People in it"
          offer={offer}
          audience={audience}
          given={page.audience && isHandPicked(page.audience) ? page.audienceWords : null}
          onChange={setAudience}
        />
        <GroupSize institutionId={institutionId} of={of} by={by} />
        {(!group || group.isOwn) && (
          <CheckboxField
            name="isShared"
            label="Share with colleagues"
            help="Everyone who writes messages for the institution can use it, and reaches the people they can write to."
          />
        )}
        {group && !group.isOwn && <input type="hidden" name="isShared" value="true" />}
      </EditForm>
    </>
  );
}

interface GroupSizeProps extends Pick<Audience, 'of' | 'by'> {
  institutionId: number;
}

/** How many people belong to a group in the making. */
function GroupSize({ institutionId, of, by }: GroupSizeProps) {
  const error = use(FormErrors)['audience'];
  const { people, problem } = useSize(institutionId, { of, by });
  const hasRules = by.length > 0;
  const words = hasRules
    ? problem || (people === null ? '' : `${countOf(people, 'person', 'people')} now.`)
    : 'Choose the people in the group.';
  return (
    <p className={classes.size} role={error && !hasRules ? 'alert' : 'status'}>
      {words}
    </p>
  );
}
