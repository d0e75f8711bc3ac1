import { useContext, useId, useState } from 'react';
import { FieldNotes, FormErrors } from '#ui/field.tsx';
import { listName } from '#ui/format.ts';
import type { TeacherChoice } from '../batches.queries.ts';
import classes from './structure.module.css';

interface PeoplePickerProps {
  /** Ends in [], for it is sent several times. */
  name: string;
  label: string;
  people: TeacherChoice[];
  chosen: number[];
}

/** Several of many people: a list of boxes with a search above it; the ticked ones come first. */
export function PeoplePicker({ name, label, people, chosen }: PeoplePickerProps) {
  const id = useId();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(chosen));
  const [search, setSearch] = useState('');
  const error = useContext(FormErrors)[name.replace('[]', '')];
  const words = search.toLowerCase().split(/\s+/);
  const matches = (one: TeacherChoice) =>
    words.every((word) =>
      `${one.surname} ${one.firstName} ${one.department ?? ''} ${one.jobTitle ?? ''}`.toLowerCase().includes(word),
    );
  const sorted = [
    ...people.filter((one) => chosen.includes(one.id)),
    ...people.filter((one) => !chosen.includes(one.id)),
  ];
  const toggle = (person: number, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(person);
    else next.delete(person);
    setTicked(next);
  };
  return (
    <div className={classes.pick} role="group" aria-labelledby={id}>
      <div id={id} className={classes.legend}>
        {label} <span>(optional{ticked.size > 0 && `, ${ticked.size} chosen`})</span>
      </div>
      {people.length > 8 && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search by name or department"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={classes.options}>
        {sorted.map((one) => (
          <label key={one.id} hidden={!matches(one)}>
            <input
              type="checkbox"
              name={name}
              value={one.id}
              checked={ticked.has(one.id)}
              onChange={(event) => toggle(one.id, event.target.checked)}
            />
            {listName(one)}
            <small>{one.department ?? one.jobTitle}</small>
          </label>
        ))}
        {people.length === 0 && <p className={classes.none}>There are no employees yet.</p>}
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
