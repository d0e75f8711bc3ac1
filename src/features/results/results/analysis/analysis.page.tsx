import { CountBars } from '#ui/charts/count-bars.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { AnalysisFilters } from './analysis-filters.tsx';
import { AnalysisRows } from './analysis-rows.tsx';
import { AtRiskCard } from './at-risk-card.tsx';
import { GroupTable } from './group-table.tsx';
import { useOpening } from './opening.ts';
import classes from './analysis.module.css';
import type { analysisPage } from '../results.pages.ts';

/** How a class did in a term: by course, batch, teacher and gender, with the students behind each figure. */
export default function AnalysisPage(props: PropsOf<typeof analysisPage>) {
  const { analysis, chosen, filter } = props;
  const opening = useOpening();
  const words = useWords(chosen?.institutionId);
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
                caption="How often each grade was given"
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
                <p className={classes.note}>The line appears once two terms of these students are published.</p>
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
