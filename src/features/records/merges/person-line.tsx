import { Avatar } from '#ui/avatar.tsx';
import { listName } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { Candidate } from './candidates.queries.ts';
import classes from './merge.module.css';

/** A person in two lines. */
export const PersonLine = ({ person }: { person: Candidate }) => (
  <div className={classes.person}>
    <Avatar name={listName(person)} size={36} />
    <div>
      <strong>{listName(person)}</strong> {person.number && <span className="tabular">{person.number}</span>}
      <div>
        <Secondary>{person.hint}</Secondary>
      </div>
    </div>
  </div>
);
