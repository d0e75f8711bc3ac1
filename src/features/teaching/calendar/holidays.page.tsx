import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { holidaysPage } from './calendar.routes.ts';
import type { NationalHoliday, AddedHoliday } from './holidays/add-holidays.ts';
import { InLieuCard } from './in-lieu-card.tsx';
import { AnywayField } from './anyway-field.tsx';
import { daysText, weekdayName } from './shared/day-labels.ts';
import classes from './holidays.module.css';

const when = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) =>
  startsOn === endsOn ? `${weekdayName(startsOn)}, ${daysText(startsOn, endsOn)}` : daysText(startsOn, endsOn);

/** Nigeria’s public holidays in a session: those in the calendar, and those that can be added. */
export default function HolidaysPage(props: PropsOf<typeof holidaysPage>) {
  const { session, sessions, added, offered, proposed, can, institutionId, institutions } = props;
  const { href, here } = useAddress();
  return (
    <>
      <PageHeader
        title="National holidays"
        breadcrumbs={[{ label: 'Calendar', href: href('/calendar') }]}
        description="Public holidays of Nigeria. They’re added to the calendar with each new session; edit or delete any that don’t apply."
      />
      <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
      {sessions.length > 1 && (
        <Tabs
          label="Sessions"
          items={sessions.map(({ id, name }) => ({
            label: name,
            href: here({ academic_session: id }),
            active: id === session?.id,
          }))}
        />
      )}
      {!session && (
        <EmptyState title="No academic session yet">Holidays are added with a session. Add one first.</EmptyState>
      )}
      {proposed.length > 0 && (
        <div className={classes.proposed}>
          <InLieuCard proposed={proposed} />
        </div>
      )}
      {added.length > 0 && (
        <Card title="In the calendar" flush>
          <ul className={classes.rows}>
            {added.map((holiday) => (
              <Added key={holiday.id} holiday={holiday} canEdit={can.edit} />
            ))}
          </ul>
        </Card>
      )}
      {session && can.edit && offered.length > 0 && (
        <div className={classes.offer}>
          <Offer key={`${session.id} ${added.length}`} session={session} offered={offered} />
        </div>
      )}
    </>
  );
}

function Added({ holiday, canEdit }: { holiday: AddedHoliday; canEdit: boolean }) {
  const { href } = useAddress();
  const at = `/calendar-entries/${holiday.id}`;
  return (
    <li>
      <span>
        <b>{holiday.title}</b> {holiday.isExpected && <Badge tone="info">Expected</Badge>}
        <small>{when(holiday)}</small>
      </span>
      {canEdit && (
        <span className={classes.buttons}>
          {holiday.isExpected && (
            <Button small onClick={() => post(`${at}/confirm`)} aria-label={`Confirm ${holiday.title}`}>
              Confirm
            </Button>
          )}
          <LinkButton
            small
            href={href(`${at}/edit`)}
            aria-label={`${holiday.isExpected ? 'Move' : 'Edit'} ${holiday.title}`}
          >
            {holiday.isExpected ? 'Move' : 'Edit'}
          </LinkButton>
        </span>
      )}
    </li>
  );
}

const moonNote = 'Calculated. It depends on the moon and may be a day later: confirm or move it when it’s announced.';
const lieuNote =
  'The holiday falls on a weekend. The government usually declares this day instead, but announces it first.';

function Offer({ session, offered }: { session: { id: number; name: string }; offered: NationalHoliday[] }) {
  return (
    <EditForm action="/calendar/holidays" submit="Add chosen holidays" guard={false}>
      <input type="hidden" name="sessionId" value={session.id} />
      <FormSection title={`Add to ${session.name}`} description="Each is added once. You can edit or delete it later.">
        {offered.map((holiday) => (
          <CheckboxField
            key={holiday.key}
            name="keys[]"
            value={holiday.key}
            label={`${holiday.title}: ${when(holiday)}`}
            defaultChecked={!holiday.isInLieu}
            help={holiday.isInLieu ? lieuNote : holiday.isExpected ? moonNote : undefined}
          />
        ))}
        <AnywayField label="Registers were taken on these days: add the holidays anyway" />
      </FormSection>
    </EditForm>
  );
}
