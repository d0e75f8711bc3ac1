import { count } from '#ui/format.ts';
import type { Terms } from '#web/shell.ts';
import type { PlanCounts } from './count-plan.ts';
import type { TalliedNoun } from './tally.ts';
import classes from './preset.module.css';

/** How many records the form adds, and which exist. */
export function PresetPreview({ counts, words }: { counts: PlanCounts; words: Terms }) {
  const nouns: [TalliedNoun, string][] = [
    ['programs', 'Programmes'],
    ['classes', words.classes],
    ['batches', words.batches],
    ['courses', words.courses],
  ];
  const several = words.courses.toLowerCase();
  return (
    <section className={classes.preview} aria-label="Preview">
      <dl>
        {nouns.map(([noun, label]) => (
          <div key={noun}>
            <dt>{label}</dt>
            <dd>
              {count(counts.added[noun])}
              {counts.existing[noun] > 0 && <small>{count(counts.existing[noun])} already exist</small>}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>
          {words.courses} in each {words.batch.toLowerCase()}
        </summary>
        <ul>
          {counts.levels.map(({ key, name, arms }) => (
            <li key={key}>
              <b>{name}</b>{' '}
              {arms
                .map((arm) => [arm.name, arm.exists ? `keeps its ${several}` : count(arm.subjects)].join(' '))
                .join(' · ')}
            </li>
          ))}
        </ul>
      </details>
      {counts.untaught.length > 0 && (
        <p>
          Added to the list of {several} only, because no {words.batch.toLowerCase()} is chosen for them:{' '}
          {counts.untaught.join(', ')}.
        </p>
      )}
    </section>
  );
}
