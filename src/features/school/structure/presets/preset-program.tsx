import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { IconPlus } from '#ui/icons.tsx';
import type { Terms } from '#web/shell.ts';
import { anotherSubject, type DraftProgram } from './draft.ts';
import { RowInput, Tick } from './preset-inputs.tsx';
import { PresetSubject } from './preset-subject.tsx';
import classes from './preset.module.css';

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
