import type { Words } from '#kernel/contracts/terminology.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { AnalysisProps } from '../results.pages.ts';
import classes from './analysis.module.css';

const nothing = {
  ...{ batch_id: null, course_id: null, employee_id: null, gender: null, grade: null, outcome: null },
};

/** Term, class and what narrows them, all in the address. */
export function AnalysisFilters({ analysis, chosen, classes: all, filter, words }: AnalysisProps & { words: Words }) {
  const { go } = useAddress();
  const terms = [...new Map(all.map((one) => [one.termId, one])).values()];
  const inTerm = all.filter(({ termId }) => termId === chosen!.termId);
  const optional = (options: { id: number; name: string }[]) =>
    options.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={classes.filters} data-tour="analysis-filters">
      <SelectField
        {...{ name: 'term', label: 'Term', placeholder: null, value: String(chosen!.termId) }}
        onChange={({ target }) => go({ ...nothing, term: target.value })}
        options={terms.map(({ termId, term, session }) => ({ value: String(termId), label: `${term}, ${session}` }))}
      />
      <SelectField
        {...{ name: 'class', label: words.class, placeholder: null, value: String(chosen!.classId) }}
        onChange={({ target }) => go({ ...nothing, term: String(chosen!.termId), class_id: target.value })}
        options={inTerm.map(({ classId, className, program }) => ({
          ...{ value: String(classId), label: className.startsWith(program) ? className : `${className}, ${program}` },
        }))}
      />
      <SelectField
        {...{ name: 'batch', label: words.batch, placeholder: 'All', value: String(filter.batch_id ?? '') }}
        onChange={({ target }) => go({ batch_id: target.value || null })}
        options={optional(analysis!.choices.batches)}
      />
      <SelectField
        {...{ name: 'course', label: words.course, placeholder: 'All', value: String(filter.course_id ?? '') }}
        onChange={({ target }) => go({ course_id: target.value || null, grade: null })}
        options={optional(analysis!.choices.courses)}
      />
    </div>
  );
}
