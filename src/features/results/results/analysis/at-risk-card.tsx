import { Link } from '#ui/link.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { AtRisk } from './at-risk.ts';
import classes from './analysis.module.css';
import type { AnalysisProps } from './analysis-view.ts';

const numbers = (all: number[]) => all.map((value) => ({ value: String(value), label: String(value) }));

/** Students who fail several courses, or whose average fell. */
export function AtRiskCard({
  risks,
  canOpenResults,
  filter,
}: { risks: AtRisk[]; canOpenResults: boolean } & Pick<AnalysisProps, 'filter'>) {
  const address = useAddress();
  return (
    <Card title={`Students at risk: ${risks.length}`} tour="at-risk">
      <div className={classes.rule}>
        {filter.course_id === undefined && (
          <SelectField
            name="failing"
            label="Failed at least"
            placeholder={null}
            value={String(filter.failing)}
            onChange={({ target }) => address.go({ failing: target.value })}
            options={numbers([1, 2, 3, 4, 5, 6])}
          />
        )}
        <SelectField
          name="fell"
          label="Or fell by more points than"
          placeholder={null}
          value={String(filter.fell)}
          onChange={({ target }) => address.go({ fell: target.value })}
          options={numbers([5, 10, 15, 20, 30])}
        />
      </div>
      {risks.length === 0 ? (
        <p className={classes.note}>No student is at risk by this rule.</p>
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
