import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { availabilityAsShown } from '../draft/as-shown.ts';
import { lastPeriod, periodsOf, type Draft, type ResourceKind } from '../draft/draft.ts';
import { weekdayName, type Degree } from '../timetable.ts';
import type { Version } from '../versions/versions.queries.ts';
import { NoCell, ScrollRegion } from './scroll-region.tsx';
import classes from './making.module.css';

interface AvailabilityFormProps {
  version: Version;
  draft: Draft;
  of: ResourceKind;
  id: number;
  name: string;
  canEdit: boolean;
}

const words: Record<Degree | 'free', string> = { free: 'Available', avoid: 'Rather not', never: 'Not available' };
const next: Record<Degree | 'free', Degree | 'free'> = { free: 'never', never: 'avoid', avoid: 'free' };
const column = { teacher: 'employeeId', batch: 'batchId', room: 'roomId' } as const;

/** The week of somebody: each press makes a period not available, rather not, available again. */
export function AvailabilityForm({ version, draft, of, id, name, canEdit }: AvailabilityFormProps) {
  const [degrees, setDegrees] = useState<Record<string, Degree | 'free'>>(() =>
    Object.fromEntries(
      draft.unavailable
        .filter((one) => one.of === of && one.id === id)
        .map(({ weekday, period, degree }) => [`${weekday}-${period}`, degree]),
    ),
  );
  const limit = draft.limits.find(({ teacherId }) => of === 'teacher' && teacherId === id);
  const [limits, setLimits] = useState({ mostADay: limit?.mostADay ?? '', mostAWeek: limit?.mostAWeek ?? '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const most = Math.max(0, ...draft.days.map(lastPeriod));
  const save = () => {
    const periods = Object.entries(degrees).flatMap(([place, degree]) => {
      const [weekday, period] = place.split('-').map(Number);
      return degree === 'free' ? [] : [{ weekday, period, degree }];
    });
    router.post(
      `/timetables/${version.id}/availability`,
      {
        [column[of]]: id,
        periods,
        shown: availabilityAsShown(draft, of, id),
        ...(of === 'teacher' && limits),
      } as never,
      {
        preserveScroll: true,
        preserveState: true,
        onStart: () => setBusy(true),
        onFinish: () => setBusy(false),
        onError: (found) => setErrors(found),
        onSuccess: () => setErrors({}),
      },
    );
  };
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
                        aria-label={`${weekdayName(day.weekday)}, period ${period}: ${words[degree]}`}
                        onClick={() => setDegrees((now) => ({ ...now, [place]: next[degree] }))}
                      >
                        {degree === 'free' ? '✓' : words[degree]}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {of === 'teacher' && canEdit && (
        <div className={classes.after}>
          <FieldRow>
            {(['mostADay', 'mostAWeek'] as const).map((field) => (
              <NumberField
                key={field}
                name={field}
                label={field === 'mostADay' ? 'Periods a day, at most' : 'Periods a week, at most'}
                optional
                min={1}
                max={field === 'mostADay' ? 30 : 200}
                error={errors[field]}
                value={limits[field]}
                onChange={(event) => setLimits((now) => ({ ...now, [field]: event.currentTarget.value }))}
              />
            ))}
          </FieldRow>
        </div>
      )}
      {canEdit && (
        <div className={classes.foot}>
          <Button tone="primary" loading={busy} onClick={save}>
            Save availability
          </Button>
          {errors['form'] && <span role="alert">{errors['form']}</span>}
        </div>
      )}
    </div>
  );
}
