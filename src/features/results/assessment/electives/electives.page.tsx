import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { electivesPage } from '../setup.queries.ts';
import { ElectiveGroup } from './elective-group.tsx';
import { countOf } from '#ui/format.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CheckedElectives } from './electives.routes.ts';
import type { Elective } from './assign-electives.ts';

/** The electives of a whole class arm: by list, by rule and by file. */
export default function ElectivesPage({ batch, electives, students, rules }: PropsOf<typeof electivesPage>) {
  const address = useAddress();
  const words = useTerms(batch.institutionId);
  const [isUploading, setUploading] = useState(false);
  const groups = Map.groupBy(electives, ({ group }) => group);
  const here = `/batches/${batch.id}/electives`;
  const onDone = (message: string) => {
    toast({ message, tone: 'good' });
    router.reload();
  };
  return (
    <>
      <PageHeader
        title={`Electives of ${batch.name}`}
        breadcrumbs={[
          { label: words.batches, href: address.href('/batches') },
          { label: batch.name, href: address.href(`/batches/${batch.id}`) },
        ]}
        description="One elective of each group. Students of an elective are on its sheet for marks."
        action={
          groups.size > 0 && !batch.isClosed && <Button onClick={() => setUploading(true)}>Choose by file</Button>
        }
      />
      {groups.size === 0 || students.length === 0 ? (
        <EmptyState title={groups.size === 0 ? 'No electives' : 'No students'}>
          {groups.size === 0
            ? `None of the ${words.courses.toLowerCase()} of ${batch.name} is in an elective group.`
            : `Assign students to ${batch.name} first.`}
        </EmptyState>
      ) : (
        <div className="stack">
          {[...groups].map(([group, offered]) => (
            <ElectiveGroup
              key={group}
              here={here}
              group={group}
              offered={offered}
              students={students}
              rules={rules}
              onDone={onDone}
              isClosed={batch.isClosed}
            />
          ))}
        </div>
      )}
      <ElectivesFile
        open={isUploading}
        onClose={() => setUploading(false)}
        here={here}
        electives={electives}
        onDone={onDone}
      />
    </>
  );
}

interface ElectivesFileProps {
  /** The address of the class arm's electives. */
  here: string;
  electives: Elective[];
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Electives from a file: checked first, saved after a look. */
function ElectivesFile({ here, electives, open, onClose, onDone }: ElectivesFileProps) {
  const { send, busy, message } = useRemote<{ message: string }>();
  const save = async ({ choices }: CheckedElectives) => {
    const answer = await send('post', here, { choices, replace: true } as never);
    if (!answer) return false;
    onDone(answer.json.message);
    return true;
  };
  return (
    <CheckedFile<CheckedElectives>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Choose electives by file"
      action={`${here}/check`}
      noun="choice"
      changesOf={({ choices }) => choices.length}
      about={`A column with admission numbers, and a column with each student’s elective: ${electives.map(({ title }) => title).join(', ')}.`}
      preview={({ preview, choices }) => (
        <ul>
          {preview.map(({ name, elective }) => (
            <li key={`${name} ${elective}`}>
              {name}: {elective}
            </li>
          ))}
          {choices.length > preview.length && <li>and {countOf(choices.length - preview.length, 'other')}</li>}
        </ul>
      )}
    />
  );
}
