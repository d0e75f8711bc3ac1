import { useState, type SyntheticEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Elective, ElectiveStudent } from './assign-electives.ts';
import classes from './elective-group.module.css';

interface ElectiveGroupProps {
  /** The address of the class arm's electives. */
  here: string;
  group: string;
  offered: Elective[];
  students: ElectiveStudent[];
  /** The values of each field that a rule can go by. */
  rules: Partial<Record<'religion' | 'gender', string[]>>;
  isClosed: boolean;
  onDone: (message: string) => void;
}

const ruleLabels = { religion: 'Religion', gender: 'Gender' };

/** One group of electives: who takes which, a choice for ticked students, and one by rule. */
export function ElectiveGroup({ here, group, offered, students, rules, isClosed, onDone }: ElectiveGroupProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { busy, errors, message, send } = useRemote<{ message: string }>();
  const options = offered.map(({ id, title }) => ({ value: String(id), label: title }));
  const chosenOf = ({ chosen }: ElectiveStudent) => offered.find(({ id }) => chosen.includes(id));
  const without = students.filter((student) => !chosenOf(student));
  const submit = async (event: SyntheticEvent<HTMLFormElement>, action: string, body: (form: FormData) => object) => {
    event.preventDefault();
    const answer = await send('POST', action, body(new FormData(event.currentTarget)) as never);
    if (!answer) return;
    setTicked(new Set());
    onDone(answer.json.message);
  };
  const refusal = Object.values(errors)[0] ?? message;
  return (
    <Card title={`${group} (${students.length - without.length} of ${students.length} chosen)`}>
      {!isClosed && (
        <>
          {Object.entries(rules).map(([by, values]) => (
            <details key={by} className={classes.rule}>
              <summary>Choose by {ruleLabels[by as keyof typeof ruleLabels].toLowerCase()}</summary>
              <form
                onSubmit={(event) =>
                  void submit(event, `${here}/rule`, (form) => ({
                    by,
                    choices: values.flatMap((value) => {
                      const chosen = form.get(value);
                      return chosen ? [{ value, offering_id: Number(chosen) }] : [];
                    }),
                  }))
                }
              >
                <FieldRow>
                  {values.map((value) => (
                    <SelectField
                      key={value}
                      name={value}
                      label={value[0]!.toUpperCase() + value.slice(1)}
                      optional
                      placeholder="No elective"
                      options={options}
                    />
                  ))}
                </FieldRow>
                <p>
                  <Secondary>Choices already made stay.</Secondary>
                </p>
                <Button type="submit" loading={busy}>
                  Choose electives
                </Button>
              </form>
            </details>
          ))}
          <form
            className={classes.list}
            onSubmit={(event) =>
              void submit(event, here, (form) => ({
                choices: [...ticked].map((student_id) => ({ student_id, offering_id: Number(form.get('offering')) })),
                replace: true,
              }))
            }
          >
            <SelectField name="offering" label="Elective for selected students" options={options} />
            <Button type="submit" tone="primary" loading={busy} disabled={ticked.size === 0}>
              Choose for {countOf(ticked.size, 'student')}
            </Button>
            <Button disabled={without.length === 0} onClick={() => setTicked(new Set(without.map(({ id }) => id)))}>
              Select students without one
            </Button>
          </form>
          {refusal && <p role="alert">{refusal}</p>}
        </>
      )}
      <ul className={classes.students}>
        {students.map((student) => (
          <li key={student.id}>
            <label>
              {!isClosed && (
                <input
                  type="checkbox"
                  checked={ticked.has(student.id)}
                  onChange={({ target }) =>
                    setTicked(
                      new Set(
                        target.checked ? [...ticked, student.id] : [...ticked].filter((one) => one !== student.id),
                      ),
                    )
                  }
                />
              )}
              <span>
                {student.name} <Secondary>{student.number}</Secondary>
              </span>
            </label>
            <span className={classes.chosen}>{chosenOf(student)?.title ?? <Secondary>Not chosen</Secondary>}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
