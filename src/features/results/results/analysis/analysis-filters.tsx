import type { Words } from '#kernel/contracts/terminology.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { genders } from '#features/records/people/genders.ts';
import { closed } from './opening.ts';
import classes from './analysis.module.css';
import type { AnalysisProps } from './analysis-view.ts';

const nothing = { ...closed, batch_id: null, course_id: null, employee_id: null, gender: null };

const unknown = { value: 'none', label: 'Not known' };

/** Term, class and what narrows them, all in the address. */
export function AnalysisFilters({ analysis, chosen, classes: all, filter, words }: AnalysisProps & { words: Words }) {
  const { go } = useAddress();
  const withInstitution = useWithInstitution();
  const terms = [...new Map(all.map((one) => [one.termId, one])).values()];
  const inTerm = all.filter(({ termId }) => termId === chosen!.termId);
  const optional = (options: { id: number; name: string }[]) =>
    options.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={classes.filters} data-tour="analysis-filters">
      <SelectField
        name="term"
        label="Term"
        placeholder={null}
        value={String(chosen!.termId)}
        onChange={({ target }) => go({ ...nothing, term: target.value })}
        options={terms.map(({ termId, term, session, institutionId }) => ({
          value: String(termId),
          label: withInstitution(`${term}, ${session}`, institutionId),
        }))}
      />
      <SelectField
        name="class"
        label={words.class}
        placeholder={null}
        value={String(chosen!.classId)}
        onChange={({ target }) => go({ ...nothing, term: String(chosen!.termId), class_id: target.value })}
        options={inTerm.map(({ classId, className, program }) => ({
          value: String(classId),
          label: className.startsWith(program) ? className : `${className}, ${program}`,
        }))}
      />
      <SelectField
        name="batch"
        label={words.batch}
        placeholder="All"
        value={String(filter.batch_id ?? '')}
        onChange={({ target }) => go({ batch_id: target.value || null })}
        options={optional(analysis!.choices.batches)}
      />
      <SelectField
        name="course"
        label={words.course}
        placeholder="All"
        value={String(filter.course_id ?? '')}
        onChange={({ target }) => go({ course_id: target.value || null, grade: null, extreme: null })}
        options={optional(analysis!.choices.courses)}
      />
      {(analysis!.choices.teachers.length > 1 || filter.employee_id !== undefined) && (
        <SelectField
          name="teacher"
          label="Teacher"
          placeholder="All"
          value={String(filter.employee_id ?? '')}
          onChange={({ target }) => go({ employee_id: target.value || null, extreme: null })}
          options={[...optional(analysis!.choices.teachers), { value: 'none', label: 'Not assigned' }]}
        />
      )}
      <SelectField
        name="gender"
        label="Gender"
        placeholder="All"
        value={filter.gender ?? ''}
        onChange={({ target }) => go({ gender: target.value || null, extreme: null })}
        options={[...Object.entries(genders).map(([value, label]) => ({ value, label })), unknown]}
      />
    </div>
  );
}
