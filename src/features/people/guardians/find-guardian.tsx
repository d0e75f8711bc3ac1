import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { FoundGuardians } from './found-guardians.tsx';
import { useGuardians, type FoundGuardian } from './use-guardians.ts';
import classes from './shared/guardians.module.css';

interface FindGuardianProps {
  institutionId: number;
  onChoose: (one: FoundGuardian) => void;
  /** Passes the search text, to prefill the new record. */
  onNew: (typed: string) => void;
}

/** Finds existing guardians before a second record is added. */
export function FindGuardian({ institutionId, onChoose, onNew }: FindGuardianProps) {
  const [text, setText] = useState('');
  const q = text.trim();
  const found = useGuardians('/guardians/find', q.length > 1 ? { q, institution_id: institutionId } : null);
  return (
    <div className={classes.form}>
      <div>
        <TextField
          name="search"
          label="Phone or name"
          help="A sibling’s guardian already has a record."
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoFocus
        />
        {found && found.rows.length > 0 && (
          <FoundGuardians label="Guardians found" rows={found.rows} onChoose={onChoose} />
        )}
        <p role="status" className={classes.quiet}>
          {found?.rows.length === 0 && `No results for “${q}”.`}
          {found?.isMore && `Only the first ${found.rows.length} are shown. Type more of the name or number.`}
          {found && found.rows.length > 0 && !found.isMore && (
            <span className="visually-hidden">{found.rows.length} found.</span>
          )}
        </p>
      </div>
      <div>
        <Button onClick={() => onNew(q)}>New guardian</Button>
      </div>
    </div>
  );
}
