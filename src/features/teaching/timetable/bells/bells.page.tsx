import { formatTimes } from '#kernel/dates.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import classes from '../shared/making.module.css';
import { VersionHeader } from '../shared/version-header.tsx';
import type { bellsPage } from '../timetable.pages.ts';
import { weekdayName, weekdays } from '../timetable.ts';

/** The bells of a version: patterns of a day, and on which days they ring. */
export default function BellsPage({ version, patterns, can, opened }: PropsOf<typeof bellsPage>) {
  const { href } = useAddress();
  const to = (part: string) => href(`/timetables/${version.id}${part}`);
  const options = patterns.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <VersionHeader version={version} can={can} />
      {can.edit && (
        <div className={classes.foot}>
          <LinkButton href={to('/bells/new')} onClick={opensModal}>
            Add pattern
          </LinkButton>
        </div>
      )}
      <div className={classes.cards} data-tour="timetable-bells">
        {patterns.map((pattern) => (
          <Card
            key={pattern.id}
            flush
            title={pattern.name}
            action={
              can.edit && (
                <span>
                  <LinkButton small href={to(`/bells/${pattern.id}`)} onClick={opensModal}>
                    Edit
                  </LinkButton>{' '}
                  {pattern.weekdays.length === 0 && (
                    <Button
                      small
                      tone="bad"
                      onClick={() =>
                        void askThenPost(`/timetables/${version.id}/bells/${pattern.id}/remove`, {
                          title: `Remove ${pattern.name}?`,
                          body: 'No day uses it.',
                          action: 'Remove',
                          tone: 'bad',
                        })
                      }
                    >
                      Remove
                    </Button>
                  )}
                </span>
              )
            }
          >
            <table className={classes.bells}>
              <caption className="visually-hidden">
                {pattern.name}: {pattern.weekdays.map(weekdayName).join(', ') || 'no day'}
              </caption>
              <tbody>
                {pattern.bells.map(({ kind, name, startsAt, endsAt }) => (
                  <tr key={startsAt} className={cx(kind !== 'lesson' && classes.pause)}>
                    <th scope="row">{name}</th>
                    <td>{formatTimes(startsAt, endsAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        ))}
      </div>
      {can.edit && (
        <EditForm opened={opened} action={`/timetables/${version.id}/days`} submit="Save days">
          <FormSection title="Days" description="Lessons of a day without bells go back to the tray.">
            {Object.entries(weekdays).map(([weekday, name]) => (
              <SelectField
                key={weekday}
                name={name.toLowerCase()}
                label={name}
                optional
                placeholder="No lessons"
                options={options}
                defaultValue={String(patterns.find((one) => one.weekdays.includes(Number(weekday)))?.id ?? '')}
              />
            ))}
          </FormSection>
        </EditForm>
      )}
    </>
  );
}
