import { useEffect, useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import { leaveHalves } from './leave-kinds.ts';
import type { leaveFormPage } from './leave.pages.ts';
import { BalanceTable } from './shared/balance-table.tsx';
import { dayCountText, daysLeftText } from './shared/leave-text.ts';
import classes from './shared/leave.module.css';

const halves = Object.entries(leaveHalves).map(([value, label]) => ({ value, label }));

/** Asks for leave: the days are counted before it is sent. */
export default function LeaveFormPage({ year, balances, today, ...form }: PropsOf<typeof leaveFormPage>) {
  const { href } = useAddress();
  const [asked, setAsked] = useState({ typeId: '', startsOn: '', endsOn: '', half: '' });
  const set = (field: keyof typeof asked) => (value: string | null) =>
    setAsked((now) => ({ ...now, [field]: value ?? '' }));
  const isOneDay = asked.startsOn !== '' && (asked.endsOn === '' || asked.endsOn === asked.startsOn);
  const type = balances.find(({ typeId }) => String(typeId) === asked.typeId);
  return (
    <>
      <PageHeader title="Request leave" breadcrumbs={[{ label: 'My leave and attendance', href: href('/leave') }]} />
      <EditForm action="/leave-requests" submit="Send request" cancelHref={href('/leave')}>
        <FormSection>
          <InstitutionChoice institutionId={form.institutionId} institutions={form.institutions} />
          <SelectField
            name="typeId"
            label="Type of leave"
            options={balances.map(({ typeId, name, left }) => ({
              value: String(typeId),
              label: left === null ? name : `${name}: ${daysLeftText(left)}`,
            }))}
            onChange={(event) => set('typeId')(event.target.value)}
            help={type?.needsPaper ? 'Needs a document. You can attach it after sending the request.' : undefined}
          />
          <FieldRow>
            <DatePickerField name="startsOn" label="First day" onChange={set('startsOn')} />
            <DatePickerField
              name="endsOn"
              label="Last day"
              optional
              onChange={set('endsOn')}
              help="Blank for a single day."
            />
          </FieldRow>
          {isOneDay && (
            <SelectField
              name="half"
              label="Part of the day"
              optional
              placeholder="Whole day"
              options={halves}
              onChange={(event) => set('half')(event.target.value)}
            />
          )}
          <Counted institutionId={form.institutionId} {...asked} half={isOneDay ? asked.half : ''} />
          <TextareaField
            name="reason"
            label="Reason"
            optional
            rows={3}
            maxLength={500}
            help="Only people who approve leave can read it."
          />
        </FormSection>
      </EditForm>
      <div className={classes.after}>
        <Card title={`Leave in ${year}`}>
          <BalanceTable year={Number(today.slice(0, 4))} balances={balances} />
        </Card>
      </div>
    </>
  );
}

interface CountedProps {
  institutionId: number;
  typeId: string;
  startsOn: string;
  endsOn: string;
  half: string;
}

function Counted({ institutionId, typeId, startsOn, endsOn, half }: CountedProps) {
  const { send, message, errors } = useRemote<{ days: number; left: number | null }>();
  const [counted, setCounted] = useState<{ days: number; left: number | null } | null>(null);
  const isReady = typeId !== '' && startsOn !== '';
  useEffect(() => {
    setCounted(null);
    if (!isReady) return;
    void send('GET', '/leave/count', { institutionId, typeId, startsOn, endsOn, half }).then(
      (answer) => answer && setCounted(answer.json),
    );
  }, [isReady, institutionId, typeId, startsOn, endsOn, half, send]);
  const refusal = Object.values(errors)[0] ?? message;
  if (!isReady) return null;
  return (
    <p className={classes.counted} role="status">
      {counted
        ? `${dayCountText(counted.days)}${counted.left === null ? '' : `, and ${daysLeftText(counted.left)} in ${startsOn.slice(0, 4)} before this request`}.`
        : (refusal ?? 'Counting the days…')}
    </p>
  );
}
