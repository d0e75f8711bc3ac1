import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { phoneText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { linkForm } from './guardians.pages.ts';
import { LinkFields } from './link-fields.tsx';
import { NewGuardian } from './new-guardian.tsx';
import { Button } from '#ui/button.tsx';
import { useGuardians, type FoundGuardian } from './use-guardians.ts';
import classes from './shared/guardians.module.css';
import { TextField } from '#ui/forms/fields.tsx';
import { FoundGuardians } from './found-guardians.tsx';

type Who = { known: FoundGuardian } | { typed: string } | null;

/** Adds a guardian to a student: an existing one, or a new one with a few fields. */
export default function LinkFormPage({ student, ...offer }: PropsOf<typeof linkForm>) {
  const address = useAddress();
  const [who, setWho] = useState<Who>(null);
  const back = address.href(`/students/${student.id}/family`);
  return (
    <>
      <PageHeader
        title={`Add guardian of ${student.firstName}`}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          { label: `${student.firstName} ${student.surname}`, href: back },
        ]}
      />
      {who === null ? (
        <FindGuardian
          institutionId={student.institutionId}
          onChoose={(known) => setWho({ known })}
          onNew={(typed) => setWho({ typed })}
        />
      ) : (
        <EditForm action={`/students/${student.id}/guardians`} submit="Add guardian" cancelHref={back}>
          {'known' in who ? (
            <div className={classes.chosen}>
              <input type="hidden" name="guardianId" value={who.known.id} />
              <span>
                <b>{who.known.name}</b> <span className={classes.quiet}>{phoneText(who.known.number)}</span>
              </span>
              <Button small onClick={() => setWho(null)}>
                Choose another guardian
              </Button>
            </div>
          ) : (
            <NewGuardian
              institutionId={student.institutionId}
              phoneExample={offer.phoneExample}
              typed={who.typed}
              surname={student.surname}
              onChoose={(known) => setWho({ known })}
            />
          )}
          <LinkFields firstName={student.firstName} hasFocus={'known' in who} {...offer} />
        </EditForm>
      )}
    </>
  );
}

interface FindGuardianProps {
  institutionId: number;
  onChoose: (one: FoundGuardian) => void;
  /** Passes the search text, to prefill the new record. */
  onNew: (typed: string) => void;
}

/** Finds existing guardians before a second record is added. */
function FindGuardian({ institutionId, onChoose, onNew }: FindGuardianProps) {
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
