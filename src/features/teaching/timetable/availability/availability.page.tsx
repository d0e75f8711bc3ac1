import { useState } from 'react';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { type ResourceKind, lastPeriod, periodsOf, type Draft } from '../draft/draft.ts';
import making from '../shared/making.module.css';
import { VersionHeader } from '../shared/version-header.tsx';
import type { availabilityPage } from '../timetable.pages.ts';
import { Button } from '#ui/button.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { availabilityForm, columnOf, degreeLabels, type Periods } from './availability-form.ts';
import { weekdayName, type Degree } from '../timetable.ts';
import type { Version } from '../versions/versions.queries.ts';
import { NoCell, ScrollRegion } from '../shared/scroll-region.tsx';
import classes from '../shared/making.module.css';

/** When teachers, batches and rooms are not available, and how much teachers teach. */
export default function AvailabilityPage({ version, draft, employees, can }: PropsOf<typeof availabilityPage>) {
  const words = useTerms(version.institutionId);
  const [of, setOf] = useState<ResourceKind>('teacher');
  const [chosen, setChosen] = useState<Partial<Record<ResourceKind, string>>>({});
  const rows = { teacher: employees, batch: draft.batches, room: draft.rooms }[of];
  const id = Number(chosen[of] ?? rows[0]?.id ?? 0);
  const marked = new Set(draft.unavailable.filter((one) => one.of === of).map((one) => one.id));
  const labels = { teacher: 'Teacher', batch: words.batch, room: 'Room' };
  return (
    <>
      <VersionHeader version={version} can={can} />
      <div className={making.foot}>
        <ChoiceField
          name="of"
          label="Of"
          options={labels}
          value={of}
          onChange={(event) => setOf(event.currentTarget.value as ResourceKind)}
        />
        <ChoiceField
          name="whose"
          label={labels[of]}
          options={rows.map((row) => ({
            value: String(row.id),
            label: marked.has(row.id) ? `${row.name} (set)` : row.name,
          }))}
          value={String(id)}
          onChange={(event) => setChosen((now) => ({ ...now, [of]: event.currentTarget.value }))}
        />
      </div>
      {id === 0 ? (
        <EmptyState title="Nobody to choose from">Add rooms, or assign teachers to subjects.</EmptyState>
      ) : (
        <AvailabilityForm
          key={`${of} ${id} ${version.revision}`}
          version={version}
          draft={draft}
          of={of}
          id={id}
          canEdit={can.edit}
          name={rows.find((row) => row.id === id)?.name ?? ''}
        />
      )}
    </>
  );
}

interface AvailabilityFormProps {
  version: Version;
  draft: Draft;
  of: ResourceKind;
  id: number;
  name: string;
  canEdit: boolean;
}

const next: Record<Degree | 'free', Degree | 'free'> = { free: 'never', never: 'avoid', avoid: 'free' };

/** The week of somebody: each press makes a period not available, rather not, available again. */
function AvailabilityForm({ version, draft, of, id, name, canEdit }: AvailabilityFormProps) {
  const opened = availabilityForm(draft, of, id);
  const [degrees, setDegrees] = useState<Periods>(opened.periods);
  const most = Math.max(0, ...draft.days.map(lastPeriod));
  const press = (place: string) =>
    setDegrees(({ [place]: degree, ...others }) => {
      const then = next[degree ?? 'free'];
      return then === 'free' ? others : { ...others, [place]: then };
    });
  return (
    <div className={classes.narrow}>
      <ScrollRegion label={`Availability of ${name}`}>
        <table className={classes.free}>
          <caption className="visually-hidden">Availability of {name}</caption>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {draft.days.map(({ weekday }) => (
                <th key={weekday} scope="col">
                  {weekdayName(weekday).slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periodsOf(1, most).map((period) => (
              <tr key={period}>
                <th scope="row">{period}</th>
                {draft.days.map((day) => {
                  const place = `${day.weekday}-${period}`;
                  const degree = degrees[place] ?? 'free';
                  if (period > lastPeriod(day)) return <NoCell key={place} words="No period" />;
                  return (
                    <td key={place}>
                      <button
                        type="button"
                        disabled={!canEdit}
                        className={degree === 'free' ? undefined : classes[degree]}
                        aria-label={`${weekdayName(day.weekday)}, period ${period}: ${degreeLabels[degree]}`}
                        onClick={() => press(place)}
                      >
                        {degree === 'free' ? '✓' : degreeLabels[degree]}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {canEdit && (
        <PageForm
          action={`/timetables/${version.id}/availability`}
          method="post"
          opened={opened}
          options={{ preserveScroll: true, preserveState: true }}
        >
          {({ errors, summary, processing }) => (
            <FormErrors value={errors}>
              <ErrorSummary errors={summary} />
              <input type="hidden" name={columnOf[of]} value={id} />
              {Object.entries(degrees).map(([place, degree]) => (
                <input key={place} type="hidden" name={`periods.${place}`} value={degree} />
              ))}
              {of === 'teacher' && (
                <div className={classes.after}>
                  <FieldRow>
                    <NumberField name="mostADay" label="Periods a day, at most" optional min={1} max={30} />
                    <NumberField name="mostAWeek" label="Periods a week, at most" optional min={1} max={200} />
                  </FieldRow>
                </div>
              )}
              <div className={classes.foot}>
                <Button type="submit" tone="primary" loading={processing}>
                  Save availability
                </Button>
              </div>
            </FormErrors>
          )}
        </PageForm>
      )}
    </div>
  );
}
