import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { IconPlus } from '#ui/icons.tsx';
import type { Terms } from '#web/shell.ts';
import { anotherSubject, type DraftProgram, type DraftSubject } from './draft.ts';
import classes from './preset.module.css';
import { useContext, useId } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';

interface PresetProgramProps {
  program: DraftProgram;
  isTertiary: boolean;
  words: Terms;
  /** The names of the terms of the session. */
  terms: string[];
  onChange: (program: DraftProgram) => void;
}

/** A program with its classes and subjects. What is not selected is not sent. */
export function PresetProgram({ program, isTertiary, words, terms, onChange }: PresetProgramProps) {
  const field = (name: string) => `programs.${program.key}.${name}`;
  const { subjects } = program;
  const selected = subjects.filter(({ isOn }) => isOn).length;
  const title = program.name || 'New programme';
  const several = words.courses.toLowerCase();
  return (
    <fieldset className={classes.program} data-program={program.key}>
      <legend>
        <Tick isOn={program.isOn} label={title} onChange={(isOn) => onChange({ ...program, isOn })} />
      </legend>
      {program.isOn && (
        <>
          <FieldRow>
            <TextField
              name={field('name')}
              label="Programme"
              value={program.name}
              maxLength={120}
              onChange={(event) => onChange({ ...program, name: event.target.value })}
              autoComplete="off"
            />
            <TextField
              name={field('code')}
              label="Code"
              value={program.code}
              maxLength={20}
              onChange={(event) => onChange({ ...program, code: event.target.value })}
              autoComplete="off"
            />
          </FieldRow>
          <input type="hidden" name={field('promotesTo')} value={program.promotesTo} />
          <div className={classes.rows} role="group" aria-label={`${words.classes} of ${title}`}>
            <div className={classes.head} aria-hidden>
              <span>{words.class}</span>
              <span>{words.batches}</span>
            </div>
            {program.classes.map((level) => {
              const change = (next: Partial<typeof level>) =>
                onChange({
                  ...program,
                  classes: program.classes.map((one) => (one === level ? { ...level, ...next } : one)),
                });
              const of = (name: string) => field(`classes.${level.key}.${name}`);
              return (
                <div className={classes.level} key={level.key}>
                  <Tick isHidden isOn={level.isOn} label={level.name} onChange={(isOn) => change({ isOn })} />
                  <RowInput
                    name={of('name')}
                    label={`Name of ${level.name}`}
                    value={level.name}
                    isOff={!level.isOn}
                    maxLength={80}
                    required
                    onChange={(name) => change({ name })}
                  />
                  <RowInput
                    name={of('arms')}
                    label={`${words.batches} of ${level.name}`}
                    value={level.arms}
                    maxLength={300}
                    isOff={!level.isOn}
                    placeholder="None"
                    onChange={(arms) => change({ arms })}
                  />
                </div>
              );
            })}
          </div>
          <details className={classes.subjects} open={selected > 0 && selected <= 12}>
            <summary>
              {words.courses} <span>{`${selected} of ${subjects.length} selected`}</span>
            </summary>
            <div className={classes.rows} role="group" aria-label={`${words.courses} of ${title}`}>
              <div className={classes.all}>
                <Tick
                  isOn={selected === subjects.length}
                  isSome={selected > 0}
                  label={`Select all ${several}`}
                  onChange={(isOn) => onChange({ ...program, subjects: subjects.map((one) => ({ ...one, isOn })) })}
                />
              </div>
              <div className={cx(classes.subject, classes.columns)} aria-hidden>
                <span>Code</span>
                <span>Title</span>
                <span>{isTertiary ? 'Units' : words.batches}</span>
              </div>
              {subjects.map((subject) => (
                <PresetSubject
                  key={subject.key}
                  subject={subject}
                  isTertiary={isTertiary}
                  words={words}
                  terms={terms}
                  name={field(`subjects.${subject.key}`)}
                  onChange={(next) =>
                    onChange({ ...program, subjects: subjects.map((one) => (one === subject ? next : one)) })
                  }
                />
              ))}
            </div>
            <Button
              small
              icon={<IconPlus size={16} />}
              onClick={() => onChange({ ...program, subjects: [...subjects, anotherSubject(program)] })}
            >
              Add {words.course.toLowerCase()}
            </Button>
          </details>
        </>
      )}
    </fieldset>
  );
}

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
function PresetSubject({ subject, name, isTertiary, words, terms, onChange }: PresetSubjectProps) {
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

interface TickProps {
  isOn: boolean;
  /** Some of what it selects. */
  isSome?: boolean;
  label: string;
  /** The label is for screen readers only, beside a field that shows the name. */
  isHidden?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Selects a part of the form. It is not sent itself: fields that are not selected are missing from the form. */
function Tick({ isOn, isSome, label, isHidden, onChange }: TickProps) {
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = Boolean(isSome && !isOn);
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={cx(isHidden && 'visually-hidden')}>{isHidden ? `Add ${label}` : label}</span>
    </label>
  );
}

interface RowInputProps {
  name: string;
  label: string;
  value: string | number;
  isOff: boolean;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  type?: 'number';
  onChange: (value: string) => void;
}

/** A field in a row, whose heading is its label. */
function RowInput({ label, isOff, onChange, ...rest }: RowInputProps) {
  const id = useId();
  const error = useContext(FormErrors)[rest.name];
  return (
    <span className={classes.cell} data-field={rest.name}>
      <input
        autoComplete="off"
        {...rest}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        disabled={isOff}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <small id={id}>{error}</small>}
    </span>
  );
}
