import { Badge, StatusBadge } from '#ui/badge.tsx';
import { LinkButton, Button, PrimaryLink } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { closeItem, deleteItem, post } from '../shared/actions.ts';
import type { batchPage, BatchPageProps } from './batches.queries.ts';
import { UndoChange } from './undo-change.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count, textName, listName } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { OfferingRow } from './undo-offerings.ts';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import classes from '../shared/structure.module.css';
import { Link } from '#ui/link.tsx';
import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';

/** A batch: its teachers, courses and number of students. */
export default function BatchPage(props: PropsOf<typeof batchPage>) {
  const { batch, teachers, offerings, lastChange, siblings, can, acts, seesStudents } = props;
  const address = useAddress();
  const words = useTerms(batch.institutionId);
  const at = `/batches/${batch.id}`;
  const word = words.batch.toLowerCase();
  const isClosed = Boolean(batch.closedAt || batch.sessionClosedAt);
  const state = batch.sessionClosedAt ? 'Session closed' : isClosed ? 'Closed' : 'Open';
  return (
    <>
      <PageHeader
        title={batch.name}
        breadcrumbs={[
          { label: words.batches, href: address.href('/batches') },
          { label: batch.session, href: address.href('/batches', { academic_session: batch.sessionId }) },
        ]}
        badge={<Badge tone={isClosed ? undefined : 'good'}>{state}</Badge>}
        action={can.edit && <PrimaryLink href={address.href(`${at}/edit`)}>Edit {word}</PrimaryLink>}
        more={[
          ...acts.map((act) => ({ ...act, href: address.href(act.href) })),
          can.edit &&
            (batch.closedAt
              ? { label: 'Reopen', onSelect: () => post(`${at}/reopen`) }
              : closeItem(at, batch.name, word)),
          can.edit && deleteItem(at, batch.name, word),
        ]}
      />
      <RecordLayout
        aside={
          <Card>
            <DescriptionList
              items={[
                [words.class, batch.class],
                ['Programme', batch.program],
                ['Session', batch.session],
                ['Arm', batch.arm],
                [
                  'Seats',
                  batch.students === null ? (
                    count(batch.capacity)
                  ) : (
                    <FillBar key="fill" label="Students" value={batch.students} max={batch.capacity} />
                  ),
                ],
                [
                  `${words.class} teachers`,
                  teachers.length > 0 &&
                    teachers.map((teacher) => `${textName(teacher)}${teacher.hasLeft ? ' (has left)' : ''}`).join(', '),
                ],
              ]}
            />
          </Card>
        }
      >
        <Card
          flush
          tour="batch-courses"
          title={`${words.courses} (${offerings.length})`}
          action={
            can.edit &&
            offerings.length > 0 && (
              <LinkButton small href={address.href(`${at}/courses`)}>
                Edit
              </LinkButton>
            )
          }
        >
          <DataTable
            name="batch-courses"
            caption={`${words.courses} of ${batch.name}`}
            flush
            columns={batchColumns(words.course, {
              hasTerms: offerings.some(({ term }) => term !== null),
              hasUnits: offerings.some(({ creditUnits }) => creditUnits !== 1),
            })}
            rows={offerings}
            empty={
              <EmptyState
                title={`No ${words.courses.toLowerCase()} yet`}
                action={
                  can.edit && (
                    <PrimaryLink href={address.href(`${at}/courses`)}>Add {words.courses.toLowerCase()}</PrimaryLink>
                  )
                }
              >
                Marks are entered for the {words.courses.toLowerCase()} offered here.{' '}
                {siblings.rows.length > 0 && can.edit
                  ? 'Add them, or copy them below.'
                  : 'Add them with their teachers.'}
              </EmptyState>
            }
          />
          {lastChange && <UndoChange change={lastChange} words={words} />}
          {can.edit && siblings.rows.length > 0 && (
            <CopyOfferings batchId={batch.id} siblings={siblings} words={words} />
          )}
        </Card>
        {seesStudents && (
          <BatchStudents
            batchId={batch.id}
            list={address.href('/students', {
              batch: batch.id,
              academic_session: batch.sessionIsCurrent ? null : batch.sessionId,
            })}
          />
        )}
      </RecordLayout>
    </>
  );
}

interface Shown {
  hasTerms: boolean;
  /** Schools weigh no subjects: a column of ones says nothing. */
  hasUnits: boolean;
}

function batchColumns(course: string, { hasTerms, hasUnits }: Shown): Column<OfferingRow>[] {
  const columns: (Column<OfferingRow> | false)[] = [
    { key: 'title', title: course, primary: true, render: (row) => row.title },
    { key: 'code', title: 'Code', numeric: true, card: 'line', render: (row) => row.code },
    {
      key: 'teacher',
      title: 'Teacher',
      card: 'line',
      render: ({ surname, firstName }) =>
        surname ? listName({ surname, firstName: firstName! }) : <Secondary>Not assigned</Secondary>,
    },
    hasTerms && { key: 'term', title: 'Taught in', card: 'line', render: ({ term }) => term ?? everyTerm },
    hasUnits && { key: 'units', title: 'Units', align: 'end', render: (row) => row.creditUnits },
    { key: 'group', title: 'Elective group', render: (row) => row.electiveGroup ?? <Secondary>Compulsory</Secondary> },
  ];
  return columns.filter((column) => column !== false);
}

const everyTerm = <Secondary>Every term</Secondary>;

interface CopyOfferingsProps {
  batchId: number;
  siblings: BatchPageProps['siblings'];
  words: { course: string; courses: string };
}

/** Copies the courses of another batch of the class. */
function CopyOfferings({ batchId, siblings, words }: CopyOfferingsProps) {
  const courses = (n: number) => `${n} ${(n === 1 ? words.course : words.courses).toLowerCase()}`;
  const label = `Copy ${words.courses.toLowerCase()} from`;
  return (
    <Form
      action={`/batches/${batchId}/courses/copy`}
      method="post"
      className={classes.copy}
      options={{ preserveScroll: true }}
    >
      {({ errors, processing }) => (
        <FormErrors value={errors as Record<string, string>}>
          {siblings.isMore ? (
            <SearchSelectField name="from" label={label} search={`/batches/copy-options?except=${batchId}`} />
          ) : (
            <SelectField
              name="from"
              label={label}
              options={siblings.rows.map((sibling) => ({
                value: String(sibling.id),
                label: `${sibling.name}, ${sibling.session} (${courses(sibling.courses)})`,
              }))}
            />
          )}
          <Button type="submit" loading={processing}>
            Copy {words.courses.toLowerCase()}
          </Button>
        </FormErrors>
      )}
    </Form>
  );
}

interface Student {
  id: number;
  name: string;
  number: string;
  status: string;
}

/** Who is in a class arm: asked for once the page is there. */
function BatchStudents({ batchId, list }: { batchId: number; list: string }) {
  const { href } = useAddress();
  const [found, setFound] = useState<{ rows: Student[]; isMore: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    remote<typeof found>('GET', `/batches/${batchId}/students`, {}, { signal: gone.signal })
      .then(({ json }) => setFound(json))
      .catch((error: unknown) => gone.signal.aborted || setProblem(explain(error).message));
    return () => gone.abort();
  }, [batchId]);
  return (
    <Card
      flush={(found?.rows.length ?? 0) > 0}
      tour="batch-students"
      title={found && !found.isMore ? `Students (${found.rows.length})` : 'Students'}
      action={
        <LinkButton small href={list}>
          View students
        </LinkButton>
      }
    >
      {problem ?? (!found && <span role="status">Loading…</span>)}
      {found?.rows.length === 0 && 'No students yet.'}
      {found && found.rows.length > 0 && (
        <ul className={classes.students} aria-label="Students">
          {found.rows.map(({ id, name, number, status }) => (
            <li key={id}>
              <Link href={href(`/students/${id}`)}>{name}</Link>
              {status !== 'active' && <StatusBadge status={status} />}
              <Secondary>{number}</Secondary>
            </li>
          ))}
        </ul>
      )}
      {found?.isMore && <p className={classes.more}>Only the first {found.rows.length} are shown here.</p>}
    </Card>
  );
}
