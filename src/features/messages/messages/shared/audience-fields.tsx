import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { MoneyField, toMinor } from '#ui/forms/money-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { AudienceOffer } from '../audience/choices.queries.ts';
import { kindsOf } from './rule-kinds.ts';
import { useWords } from '#web/client/use-words.ts';
import type { Audience, AudienceRule } from '../audience/audience.ts';
import classes from './compose.module.css';
import { countOf } from '#ui/format.ts';
import { useSize } from './use-size.ts';

type Of = Audience['of'];

interface AudienceFieldsProps {
  offer: AudienceOffer;
  audience: Audience;
  /** Rules that were chosen elsewhere, in words; others can be chosen instead. */
  given: string | null;
  /** Of the choice between guardians, students and employees. */
  label?: string;
  onChange: (audience: Audience) => void;
}

/** Who receives it: by class, job or group; people who were ticked in a list come with the offer. */
export function AudienceFields({ offer, audience, given, label = 'Send to', onChange }: AudienceFieldsProps) {
  const [isGiven, setGiven] = useState(given !== null);
  const words = useWords();
  const set = (of: Of, by: AudienceRule[]) => onChange({ of, by, without: [] });
  if (isGiven)
    return (
      <div className={classes.given}>
        <p>{given}</p>
        {audience.by.some(
          ({ kind, ...rule }) => kind === 'students' || ('people' in rule && rule.people === 'students'),
        ) && (
          <SelectField
            name="of"
            label={label}
            placeholder={null}
            value={audience.of}
            options={[
              { value: 'guardians', label: 'Their guardians' },
              { value: 'students', label: 'The students themselves' },
            ]}
            onChange={(event) => set(event.target.value as Of, audience.by)}
          />
        )}
        <Button small onClick={() => (setGiven(false), set('guardians', []))}>
          Choose others
        </Button>
      </div>
    );
  const ofs: { value: Of; label: string }[] = [
    { value: 'guardians', label: 'Guardians of students' },
    { value: 'students', label: 'Students' },
    ...(offer.can.employees ? [{ value: 'employees' as const, label: 'Employees' }] : []),
    ...(offer.choices['group'] ? [{ value: 'groups' as const, label: 'Own groups' }] : []),
  ];
  const kinds = kindsOf(audience.of, words);
  const put = (kind: AudienceRule['kind'], rule: AudienceRule | null) =>
    set(audience.of, [...audience.by.filter((one) => one.kind !== kind), ...(rule ? [rule] : [])]);
  const isOfStudents = audience.of === 'guardians' || audience.of === 'students';
  const isAll = audience.by.some(({ kind }) => kind === 'all');
  return (
    <div className={classes.fields}>
      <SelectField
        name="of"
        label={label}
        placeholder={null}
        value={audience.of}
        options={ofs}
        onChange={(event) => set(event.target.value as Of, [])}
      />
      {audience.of !== 'groups' && (
        <CheckboxField
          name="all"
          label={
            offer.can.all
              ? `All ${audience.of === 'employees' ? 'employees' : 'current students'}`
              : 'All of my students'
          }
          checked={isAll}
          onChange={(event) => put('all', event.target.checked ? { kind: 'all' } : null)}
        />
      )}
      {!isAll && (
        <div className={classes.grid} key={audience.of}>
          {kinds.map(({ kind, label, takes }) =>
            offer.choices[kind] ? (
              <MultiSelectField
                key={kind}
                name={`${kind}[]`}
                label={label}
                optional
                options={offer.choices[kind]}
                defaultValue={chosenOf(audience, kind)}
                onChange={(values) =>
                  put(
                    kind,
                    values.length
                      ? ({ kind, [takes]: takes === 'ids' ? values.map(Number) : values } as AudienceRule)
                      : null,
                  )
                }
              />
            ) : null,
          )}
        </div>
      )}
      {!isAll && isOfStudents && <PlacesSum institutionId={offer.institutionId} by={audience.by} />}
      {offer.can.absent && isOfStudents && (
        <CheckboxField
          name="absent"
          label="Only students who are absent today"
          help="Marked absent without a reason in any register of the day on which the message is sent."
          checked={audience.by.some(({ kind }) => kind === 'absent')}
          onChange={(event) => put('absent', event.target.checked ? { kind: 'absent' } : null)}
        />
      )}
      {offer.can.debtors && isOfStudents && (
        <MoneyField
          name="debtors"
          label="Only students who owe more than"
          optional
          currency={offer.currency}
          defaultValue={audience.by.flatMap((rule) => (rule.kind === 'debtors' ? [rule.above] : []))[0]}
          onBlur={(event) => {
            const above = toMinor(event.target.value);
            put('debtors', above === null ? null : { kind: 'debtors', above });
          }}
        />
      )}
    </div>
  );
}

const chosenOf = ({ by }: Audience, kind: string): string[] =>
  by.flatMap((rule) =>
    rule.kind === kind ? ('ids' in rule ? rule.ids.map(String) : 'names' in rule ? rule.names : []) : [],
  );

const places: readonly AudienceRule['kind'][] = ['batch', 'class', 'program', 'session'];

/** Says that places add to each other, and how many students they choose together. */
function PlacesSum({ institutionId, by }: { institutionId: number; by: AudienceRule[] }) {
  const words = useWords();
  const chosen = by.filter(({ kind }) => places.includes(kind));
  const { people, problem } = useSize(institutionId, { of: 'students', by: chosen.length > 1 ? chosen : [] });
  return (
    <p className={classes.hint} role="status">
      {words.batch}, {words.class.toLowerCase()}, programme and session add up: students in any of them are chosen
      {people === null ? '.' : `, ${countOf(people, 'student')} in all.`} {problem}
    </p>
  );
}
