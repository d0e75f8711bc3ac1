import { Link } from '#ui/link.tsx';
import { PrimaryButton } from '#ui/button.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { LetterCopy } from './make-letters.ts';
import type { letterPage } from '../notices.pages.ts';
import classes from './letters.module.css';

/** A letter that was printed, and who got it. */
export default function LetterPage({ letter, copies, isMore, can }: PropsOf<typeof letterPage>) {
  const { href } = useAddress();
  const columns: Column<LetterCopy & { id: number }>[] = [
    {
      key: 'name',
      title: 'Recipient',
      primary: true,
      render: ({ name, guardianId, studentId }) => (
        <Link href={href(guardianId ? `/guardians/${guardianId}` : `/students/${studentId}`)}>{name}</Link>
      ),
    },
    { key: 'class', title: 'Class arm', card: 'line', render: (row) => row.class },
    ...(letter.of === 'guardians'
      ? [{ key: 'student', title: 'Student', card: 'line' as const, render: (row: LetterCopy) => row.student }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={letter.subject}
        breadcrumbs={[{ label: 'Letters', href: href('/letters') }]}
        description={`${countOf(letter.letterCount, 'letter')} by ${letter.author}, ${dateText(letter.day)}`}
        action={
          can.print && <PrimaryButton onClick={() => post(`/letters/${letter.id}/print`)}>Print again</PrimaryButton>
        }
      />
      <div className={classes.page}>
        <div className={classes.side}>
          <Card title="Text">
            <article className={classes.paper} aria-label="Letter">
              <b>{letter.subject}</b>
              <p>{letter.body}</p>
              <span>{letter.signedBy}</span>
            </article>
          </Card>
          <Card title="For">
            <DescriptionList
              columns={1}
              items={[
                ['Recipients', letter.of === 'guardians' ? 'Guardians' : 'Students'],
                ['Class arms', letter.classes.join(', ') || 'All'],
                [
                  'Reach',
                  letter.reach === 'all' ? 'Everyone' : 'Only people without a phone number and e-mail address',
                ],
              ]}
            />
          </Card>
        </div>
        <Card title="Recipients" flush>
          <DataTable
            name="letter-copies"
            caption="Recipients"
            rows={copies.map((copy) => ({ ...copy, id: copy.place }))}
            columns={columns}
          />
          <ListEnd shown={copies.length} isMore={isMore} of="recipients" next="The file has all the letters." />
        </Card>
      </div>
    </>
  );
}
