import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ruleFormPage } from '../fet.pages.ts';
import { kindOf, ruleKinds, type RuleKindName, type RuleSubject, ruleState, ruleTitle } from './rule-kinds.ts';
import { weekdayName } from '../../timetable.ts';
import classes from '../parts/engine.module.css';

/** A rule: its kind decides what else is asked. */
export default function RuleFormPage({ version, rule, kind: name, choices }: PropsOf<typeof ruleFormPage>) {
  const { href, go } = useAddress();
  const words = useTerms(version.institutionId);
  const kind = kindOf(name);
  const base = `/timetables/${version.id}/rules`;
  const subjects = [
    ['batch', 'batchId', words.batch, choices.batches],
    ['teacher', 'teacherId', 'Teacher', choices.teachers],
    ['course', 'courseId', words.course, choices.courses],
    ['lesson', 'setId', 'Lessons', choices.lessons],
  ] as const;
  const offered = subjects.filter(([subject]) => (kind.subjects as readonly RuleSubject[]).includes(subject));
  const isForAll = kind.subjects.includes('everybody');
  const usual = kind.usual;
  return (
    <>
      <PageHeader
        title={rule ? 'Edit rule' : 'Add rule'}
        breadcrumbs={[
          { label: version.name, href: href(`/timetables/${version.id}`) },
          { label: 'Rules', href: href(base) },
        ]}
      />
      <EditForm key={name} action={base} submit={rule ? 'Save' : 'Add rule'} cancelHref={href(base)}>
        <FormSection>
          {rule && (
            <>
              <input type="hidden" name="ruleId" value={rule.id} />
              <input type="hidden" name="was" value={ruleState(rule)} />
            </>
          )}
          {rule ? (
            <>
              <input type="hidden" name="kind" value={name} />
              <p>{ruleTitle(name, null, words.batches)}</p>
            </>
          ) : (
            <ChoiceField
              name="kind"
              label="Rule"
              defaultValue={name}
              help={kind.about}
              onChange={(event) => go({ kind: event.target.value }, { replace: true })}
              options={(Object.keys(ruleKinds) as RuleKindName[]).map((value) => ({
                value,
                label: ruleTitle(value, null, words.batches),
              }))}
            />
          )}
          {kind.number && (
            <NumberField
              name="number"
              label={kind.number.label}
              min={kind.number.from}
              max={kind.number.to}
              defaultValue={rule?.number ?? usual?.number ?? kind.number.from}
            />
          )}
          {offered.map(([subject, field, label, rows]) => (
            <SelectField
              key={subject}
              name={field}
              label={label}
              optional={isForAll || offered.length > 1}
              help={isForAll ? 'Leave it empty for all.' : offered.length > 1 ? 'Choose one of them.' : undefined}
              defaultValue={rule?.[field] ? String(rule[field]) : ''}
              options={rows}
            />
          ))}
          {kind.subjects.includes('pair') && <PairFields lessons={choices.lessons} setIds={rule?.setIds ?? []} />}
          {kind.subjects.includes('lessons') && (
            <MultiSelectField
              name="setIds"
              label="Lessons"
              help="All lessons of these in the week."
              defaultValue={(rule?.setIds ?? []).map(String)}
              options={optionsOf(choices.lessons)}
            />
          )}
          {kind.hasTimes && <TimesField days={choices.days} times={rule?.times ?? []} />}
          {kind.isAlwaysHard ? (
            <p>This rule is mandatory: FET doesn’t support it as a preference.</p>
          ) : (
            <NumberField
              name="weight"
              label="Weight, 1 to 100"
              min={1}
              max={100}
              step="any"
              defaultValue={rule?.weight ?? usual?.weight ?? 100}
              help="100 is mandatory; less is a preference. Fewer mandatory rules make the search faster."
            />
          )}
          <TextField name="note" label="Note" optional maxLength={500} defaultValue={rule?.note ?? ''} />
          <CheckboxField name="isActive" label="Active" defaultChecked={rule?.isActive ?? true} />
        </FormSection>
      </EditForm>
    </>
  );
}

const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

function PairFields({
  lessons,
  setIds: [first, second],
}: {
  lessons: { id: number; name: string }[];
  setIds: number[];
}) {
  const options = optionsOf(lessons);
  return (
    <>
      <SelectField name="setId" label="First lessons" defaultValue={String(first ?? '')} options={options} />
      <SelectField name="nextSetId" label="Second lessons" defaultValue={String(second ?? '')} options={options} />
    </>
  );
}

interface TimesFieldProps {
  days: { weekday: number; periods: number }[];
  times: readonly (readonly [number, number])[];
}

/** The periods of the week, each with a box. */
function TimesField({ days, times }: TimesFieldProps) {
  const most = Math.max(0, ...days.map(({ periods }) => periods));
  const chosen = new Set(times.map(([weekday, period]) => `${weekday}-${period}`));
  return (
    <fieldset>
      <legend>Periods</legend>
      <div className="scroll-x">
        <table className={classes.times}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {days.map(({ weekday }) => (
                <th key={weekday} scope="col">
                  {weekdayName(weekday).slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: most }, (_, at) => at + 1).map((period) => (
              <tr key={period}>
                <th scope="row">{period}</th>
                {days.map(({ weekday, periods }) => (
                  <td key={weekday}>
                    {period <= periods && (
                      <label>
                        <input
                          type="checkbox"
                          name="times[]"
                          value={`${weekday}-${period}`}
                          defaultChecked={chosen.has(`${weekday}-${period}`)}
                          aria-label={`${weekdayName(weekday)}, period ${period}`}
                        />
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
