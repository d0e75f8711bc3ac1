import { count } from '#ui/format.ts';
import { skipReasonLabels, type SkippedGroup } from './bulk-invitation.ts';
import classes from './invite-many.module.css';

/** People who are not invited, by reason, with the names of the first. */
export function LeftOutList({ groups, href }: { groups: SkippedGroup[]; href: (id: number) => string }) {
  return (
    <div className={classes.left}>
      {groups.map(({ why, count: n, people }) => (
        <details key={why}>
          <summary>
            {skipReasonLabels[why]}: {count(n)}
          </summary>
          <ul>
            {people.map(({ id, name }) => (
              <li key={id}>
                <a href={href(id)} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
            {n > people.length && <li>{count(n - people.length)} more</li>}
          </ul>
        </details>
      ))}
    </div>
  );
}
