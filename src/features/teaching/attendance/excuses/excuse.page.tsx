import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { excuseKinds, excuseStates } from './excuse-labels.ts';
import type { excusePage } from './excuses.routes.ts';
import { excuseDays, excuseTones } from './excuse-cards.tsx';
import classes from '../shared/excuses.module.css';

/** One reason for absence, with the decision on it. */
export default function ExcusePage({ excuse, canDecide }: PropsOf<typeof excusePage>) {
  const { href } = useAddress();
  const [state, setState] = useState('');
  const list = href('/attendance/excuses');
  return (
    <>
      <PageHeader
        title={`${excuse.student}, ${excuseDays(excuse)}`}
        windowTitle="Reason for absence"
        breadcrumbs={[{ label: 'Absence notes', href: list }]}
        badge={<Badge tone={excuseTones[excuse.state]}>{excuseStates[excuse.state]}</Badge>}
      />
      <DescriptionList
        items={[
          ['Class', excuse.batch],
          ['Type', excuseKinds[excuse.kind]],
          ['Reason', excuse.reason],
          ['Sent by', excuse.sentBy],
          ['Sent', <DateTimeText key="at" value={excuse.sentAt} institutionId={excuse.institutionId} />],
          [
            'Paper',
            excuse.hasPaper && (
              <LinkButton key="paper" small external href={href(`/attendance/excuses/${excuse.id}/paper`)}>
                Open document
              </LinkButton>
            ),
          ],
          ...(excuse.answer ? [['Answer', excuse.answer] as [string, string]] : []),
        ]}
      />
      {canDecide && (
        <div className={classes.decision}>
          <EditForm action={`/attendance/excuses/${excuse.id}/decide`} submit="Send answer" cancelHref={list}>
            <SelectField
              name="state"
              label="Decision"
              onChange={({ target }) => setState(target.value)}
              options={[
                { value: 'accepted', label: 'Accept' },
                { value: 'refused', label: 'Refuse' },
              ]}
            />
            <TextField
              name="answer"
              label="Answer"
              maxLength={300}
              optional={state !== 'refused'}
              help="The sender is notified."
            />
          </EditForm>
        </div>
      )}
    </>
  );
}
