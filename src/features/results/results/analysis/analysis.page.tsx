import { CountBars } from '#ui/charts/count-bars.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { GroupTable, useOpening, closed, AnalysisRows } from './group-table.tsx';
import classes from './analysis.module.css';
import type { analysisPage } from '../results.pages.ts';
import { Link } from '#ui/link.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { AnalysisProps, AtRisk } from './analysis-view.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { genders } from '#features/records/people/genders.ts';

/** How a class did in a term: by course, batch, teacher and gender, with the students behind each figure. */
export default function AnalysisPage(props: PropsOf<typeof analysisPage>) {
  const { analysis, chosen, filter } = props;
  const opening = useOpening();
  const words = useTerms(chosen?.institutionId);
  if (!chosen || !analysis)
    return (
      <>
        <PageHeader title="Result analysis" />
        <EmptyState title="No marks yet">
          Figures appear here once marks of your {words.classes.toLowerCase()} or {words.courses.toLowerCase()} are
          open.
        </EmptyState>
      </>
    );
  const { figures, grades, opened, students, trend } = analysis;
  const values = trend.map(({ mean }) => Number(mean));
  return (
    <>
      <PageHeader
        title="Result analysis"
        description={`${chosen.className}, ${chosen.term}, ${chosen.session}: from the marks as they are now.`}
      />
      <AnalysisFilters {...props} words={words} />
      {figures ? (
        <div className={classes.cards}>
          <Stats>
            <Stat label="Students" value={students} href={opening({ rows: 'students' })} />
            <Stat label="Mean" value={figures.mean} href={opening({ rows: 'students' })} />
            <Stat label="Median" value={figures.median} href={opening({ rows: 'results' })} />
            <Stat label="Highest" value={figures.highest} href={opening({ extreme: 'highest' })} />
            <Stat label="Lowest" value={figures.lowest} href={opening({ extreme: 'lowest' })} />
            <Stat
              label="Passed"
              value={`${figures.passRate}%`}
              hint={`${figures.passed} of ${figures.results} results`}
              href={opening({ outcome: 'passed' })}
            />
          </Stats>
          {opened && (
            <AnalysisRows opened={opened} canOpenResults={analysis.canOpenResults} filter={filter} words={words} />
          )}
          <div className={classes.pair}>
            <Card title="Grades" tour="grades">
              <CountBars
                caption="Number of each grade"
                head="Grade"
                rows={grades.map(({ grade, count }) => ({
                  label: grade,
                  value: count,
                  href: opening({ grade }),
                }))}
              />
            </Card>
            <Card title="These students, term by term">
              {trend.length > 1 ? (
                <LineChart
                  label="Mean of the published results"
                  low={Math.max(0, Math.floor(Math.min(...values) / 20) * 20 - 20)}
                  high={100}
                  points={trend.map(({ termId, term, session, mean }) => ({
                    key: String(termId),
                    label: term.replace(/ (Term|Semester)$/, ''),
                    below: session,
                    value: Number(mean),
                    shown: mean,
                    href: opening({ point: String(termId) }),
                  }))}
                />
              ) : (
                <p className="ink-2">The line appears once two terms of these students are published.</p>
              )}
            </Card>
          </div>
          <GroupTable groups={analysis.groups} by={filter.by} words={words} />
          <AtRiskCard risks={analysis.risks} canOpenResults={analysis.canOpenResults} filter={filter} />
        </div>
      ) : (
        <EmptyState title="No results">There are no complete marks here yet.</EmptyState>
      )}
    </>
  );
}

const numbers = (all: number[]) => all.map((value) => ({ value: String(value), label: String(value) }));

/** Students who fail several courses, or whose average fell. */
function AtRiskCard({
  risks,
  canOpenResults,
  filter,
}: { risks: AtRisk[]; canOpenResults: boolean } & Pick<AnalysisProps, 'filter'>) {
  const address = useAddress();
  return (
    <Card title={`Students at risk: ${risks.length}`} tour="at-risk">
      <div className={classes.rule}>
        {filter.course_id === undefined && (
          <ChoiceField
            name="failing"
            label="Failed at least"
            value={String(filter.failing)}
            onChange={({ target }) => address.go({ failing: target.value })}
            options={numbers([1, 2, 3, 4, 5, 6])}
          />
        )}
        <ChoiceField
          name="fell"
          label="Or fell by more points than"
          value={String(filter.fell)}
          onChange={({ target }) => address.go({ fell: target.value })}
          options={numbers([5, 10, 15, 20, 30])}
        />
      </div>
      {risks.length === 0 ? (
        <p className="ink-2">No student is at risk by this rule.</p>
      ) : (
        <ul className={classes.risks}>
          {risks.map(({ studentId, student, number, average, failed, before, lost }) => (
            <li key={studentId}>
              <Link href={address.href(`/students/${studentId}${canOpenResults ? '/results' : ''}`)}>{student}</Link>{' '}
              <small>{number}</small>
              <span>
                {[
                  `average ${average}`,
                  failed.length > 0 && `failed ${countOf(failed.length, 'result')}: ${failed.join(', ')}`,
                  lost && `fell by ${lost} from ${before}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const nothing = { ...closed, batch_id: null, course_id: null, employee_id: null, gender: null };

const unknown = { value: 'none', label: 'Unknown' };

/** Term, class and what narrows them, all in the address. */
function AnalysisFilters({ analysis, chosen, classes: all, filter, words }: AnalysisProps & { words: Terminology }) {
  const { go } = useAddress();
  const withInstitution = useWithInstitution();
  const terms = [...new Map(all.map((one) => [one.termId, one])).values()];
  const inTerm = all.filter(({ termId }) => termId === chosen!.termId);
  const optional = (options: { id: number; name: string }[]) =>
    options.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={classes.filters} data-tour="analysis-filters">
      <ChoiceField
        name="term"
        label="Term"
        value={String(chosen!.termId)}
        onChange={({ target }) => go({ ...nothing, term: target.value })}
        options={terms.map(({ termId, term, session, institutionId }) => ({
          value: String(termId),
          label: withInstitution(`${term}, ${session}`, institutionId),
        }))}
      />
      <ChoiceField
        name="class"
        label={words.class}
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
