import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import type { SubjectName } from '../design/offer.ts';
import type { Preset } from '../design/design-page.queries.ts';
import classes from './design.module.css';

interface AboutSectionProps {
  subjects: SubjectName[];
  subject: string;
  presets: Preset[];
  onSubject: (name: string) => void;
  onPreset: (preset: Preset) => void;
}

const other = 'other';

/** The user type of a report, other records, and reports to start from. */
export function AboutSection({ subjects, subject, presets, onSubject, onPreset }: AboutSectionProps) {
  const userTypes = subjects.filter(({ isUserType }) => isUserType);
  const others = subjects.filter(({ isUserType }) => !isUserType);
  const isOther = others.some(({ name }) => name === subject);
  const options = [...userTypes, ...(others.length ? [{ name: other, label: 'Other records' }] : [])];
  return (
    <div className={classes.about}>
      <fieldset className={classes.types}>
        <legend className="visually-hidden">User type</legend>
        {options.map(({ name, label }) => (
          <label key={name} className={classes.type}>
            <input
              type="radio"
              name="user_type"
              value={name}
              checked={name === (isOther ? other : subject)}
              onChange={() => onSubject(name === other ? others[0]!.name : name)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isOther && (
        <div className={classes.others}>
          <ChoiceField
            name="records"
            label="Records"
            value={subject}
            options={others.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => onSubject(event.target.value)}
          />
        </div>
      )}
      {presets.length > 0 && (
        <div className={classes.presets} role="group" aria-label="Start from a preset">
          <span>Start from</span>
          {presets.map((preset) => (
            <Button key={preset.key} small onClick={() => onPreset(preset)}>
              {preset.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
