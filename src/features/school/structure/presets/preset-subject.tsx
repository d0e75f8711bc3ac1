import type { Terms } from '#web/shell.ts';
import type { DraftSubject } from './draft.ts';
import { RowInput, Tick } from './preset-inputs.tsx';
import classes from './preset.module.css';

interface PresetSubjectProps {
  subject: DraftSubject;
  /** The start of the names of its fields. */
  name: string;
  isTertiary: boolean;
  words: Terms;
  terms: string[];
  onChange: (subject: DraftSubject) => void;
}

/** A subject: its code, its title and, in a school, the arms; in a college, the units and the semester. */
export function PresetSubject({ subject, name, isTertiary, words, terms, onChange }: PresetSubjectProps) {
  const change = (next: Partial<DraftSubject>) => onChange({ ...subject, ...next });
  const called = subject.title || `new ${words.course.toLowerCase()}`;
  const isOff = !subject.isOn;
  return (
    <div className={classes.subject}>
      <Tick isHidden isOn={subject.isOn} label={called} onChange={(isOn) => change({ isOn })} />
      <RowInput
        name={`${name}.code`}
        label={`Code of ${called}`}
        value={subject.code}
        isOff={isOff}
        maxLength={20}
        required
        placeholder="Code"
        onChange={(code) => change({ code })}
      />
      <div className={classes.title}>
        <RowInput
          name={`${name}.title`}
          label={`Title of ${called}`}
          value={subject.title}
          isOff={isOff}
          maxLength={160}
          required
          placeholder="Title"
          onChange={(title) => change({ title })}
        />
        {subject.note && <small>{subject.note}</small>}
      </div>
      {isTertiary ? (
        <RowInput
          name={`${name}.units`}
          label={`Credit units of ${called}`}
          value={subject.units}
          isOff={isOff}
          type="number"
          required
          onChange={(units) => change({ units: Number(units) })}
        />
      ) : (
        <RowInput
          name={`${name}.arms`}
          label={`${words.batches} with ${called}`}
          value={subject.arms}
          isOff={isOff}
          maxLength={300}
          placeholder="All"
          onChange={(arms) => change({ arms })}
        />
      )}
      {isTertiary && terms.length > 0 && (
        <select
          name={`${name}.term`}
          aria-label={`When ${called} is taught`}
          value={subject.term}
          disabled={isOff}
          onChange={(event) => change({ term: Number(event.target.value) })}
        >
          <option value={0}>Every term</option>
          {terms.map((term, at) => (
            <option key={term} value={at + 1}>
              {term}
            </option>
          ))}
        </select>
      )}
      {subject.isOn && (
        <>
          <input type="hidden" name={`${name}.group`} value={subject.group} />
          <input type="hidden" name={`${name}.classes`} value={subject.classes} />
          {isTertiary && terms.length === 0 && <input type="hidden" name={`${name}.term`} value={subject.term} />}
        </>
      )}
    </div>
  );
}
