import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { excuseKinds, excuseStates } from './excuse-labels.ts';
import type { ExcuseRow } from './excuses.ts';
import classes from '../shared/excuses.module.css';

export const excuseTones = { open: 'gold', accepted: 'good', refused: 'bad' } as const;

export const excuseDays = ({ startsOn, endsOn }: Pick<ExcuseRow, 'startsOn' | 'endsOn'>): string =>
  startsOn === endsOn ? dateText(startsOn) : `${dateText(startsOn)} to ${dateText(endsOn)}`;

/** Reasons with their answers; a paper can be added until there is one. */
export function ExcuseCards({ rows }: { rows: ExcuseRow[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <ExcuseCard key={row.id} row={row} />
      ))}
    </ul>
  );
}

function ExcuseCard({ row }: { row: ExcuseRow }) {
  const { href } = useAddress();
  const [isAdding, setAdding] = useState(false);
  const paper = `/attendance/excuses/${row.id}/paper`;
  const canAdd = row.isMine && row.state === 'open';
  return (
    <li>
      <div className={classes.head}>
        <b>
          {row.student}, {excuseDays(row)}
        </b>
        <Badge tone={excuseTones[row.state]}>{excuseStates[row.state]}</Badge>
      </div>
      <p className={classes.reason}>
        {excuseKinds[row.kind]}: {row.reason}
      </p>
      {row.answer && (
        <p className={classes.reason}>
          {row.decidedBy ?? 'The school'}: {row.answer}
        </p>
      )}
      <div className={classes.acts}>
        {row.hasPaper && (
          <LinkButton small external href={href(paper)}>
            Open document
          </LinkButton>
        )}
        {canAdd && !isAdding && (
          <Button small onClick={() => setAdding(true)}>
            {row.hasPaper ? 'Replace document' : 'Add a document'}
          </Button>
        )}
      </div>
      {canAdd && isAdding && (
        <EditForm action={paper} submit="Upload document" onSuccess={() => setAdding(false)} guard={false}>
          <UploadField
            name="file"
            label="Document"
            maxBytes={10 * 1_048_576}
            accept="application/pdf,image/jpeg,image/png,image/webp"
            hint="A photo or PDF, up to 10 MB."
          />
        </EditForm>
      )}
    </li>
  );
}
