import { Badge } from '#ui/badge.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import classes from '../shared/making.module.css';
import type { publishPage } from '../timetable.pages.ts';

/** The check list of a version, its first day, and the people to notify. */
export default function PublishPage({ version, checks, days, told, others }: PropsOf<typeof publishPage>) {
  const { href } = useAddress();
  const back = href(`/timetables/${version.id}`);
  const { unplaced, problems } = checks;
  const found = unplaced.length + problems.length;
  const unplacedSets = new Map<string, number>();
  for (const { words } of unplaced) unplacedSets.set(words, (unplacedSets.get(words) ?? 0) + 1);
  return (
    <>
      <PageHeader
        title={`Publish ${version.name}`}
        breadcrumbs={[
          { label: 'Timetables', href: href('/timetables') },
          { label: version.name, href: back },
        ]}
      />
      <Card
        title="Check list"
        flush
        action={
          found === 0 ? <Badge tone="good">All right</Badge> : <Badge tone="gold">{countOf(found, 'point')}</Badge>
        }
      >
        <table className={classes.bells}>
          <caption className="visually-hidden">Check results</caption>
          <tbody>
            {[...unplacedSets].map(([words, number]) => (
              <tr key={words}>
                <th scope="row">{words}</th>
                <td>{countOf(number, 'lesson')} without a place</td>
              </tr>
            ))}
            {problems.map(({ about, words, isHard }) => (
              <tr key={`${about} ${words}`}>
                <th scope="row">{about}</th>
                <td>
                  {isHard && <Badge tone="bad">Clash</Badge>} {words}
                </td>
              </tr>
            ))}
            {found === 0 && (
              <tr>
                <td>Every lesson has a place, and all preferences are met.</td>
              </tr>
            )}
          </tbody>
        </table>
      </Card>
      <div className={classes.after}>
        <EditForm action={`/timetables/${version.id}/publish`} submit="Publish timetable" cancelHref={back}>
          <FormSection
            title="Valid"
            description={
              others.length > 0
                ? `Now: ${others
                    .map(({ name, validFrom, validUntil }) =>
                      validUntil
                        ? `${name}, ${dateText(validFrom)} to ${dateText(validUntil)}`
                        : `${name} from ${dateText(validFrom)}`,
                    )
                    .join('; ')}. It ends the day before this one starts, and stays in the history.`
                : 'It’s everyone’s timetable from this day.'
            }
          >
            <DatePickerField name="validFrom" label="From" defaultValue={days.usual} min={days.from} max={days.until} />
          </FormSection>
          <FormSection title="Tell" description="They’re notified with the day.">
            <CheckboxField
              name="tellsTeachers"
              label={`Teachers (${countOf(told.teachers, 'account')})`}
              defaultChecked
            />
            <CheckboxField
              name="tellsStudents"
              label={`Students (${countOf(told.students, 'account')})`}
              defaultChecked
            />
            <CheckboxField name="tellsGuardians" label={`Guardians (${countOf(told.guardians, 'account')})`} />
          </FormSection>
          {found > 0 && (
            <FormSection>
              <CheckboxField name="acceptsProblems" label="I have read the check list: publish it as it is" />
            </FormSection>
          )}
        </EditForm>
      </div>
    </>
  );
}
