import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import type { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { Examination, Sitting } from './exam.queries.ts';
import classes from '../shared/admissions.module.css';

type Href = ReturnType<typeof useAddress>['href'];

/** The sittings of an examination, and what can be done with each. */
export const sittingColumns = (exam: Examination, canReview: boolean, href: Href): Column<Sitting>[] => [
  { key: 'venue', title: 'Hall', primary: true, render: (row) => row.venue },
  {
    key: 'when',
    title: 'Day and time',
    card: 'line',
    render: (row) => <DateTimeText value={row.startsAt} institutionId={exam.institutionId} />,
  },
  {
    key: 'seats',
    title: 'Seats taken',
    card: 'aside',
    tour: 'exam-seats',
    render: (row) => <FillBar label="Seats" value={row.taken} max={row.seats} />,
  },
  {
    key: 'invited',
    title: 'Invited',
    align: 'end',
    render: (row) => (row.invited === row.taken && row.taken > 0 ? 'All' : count(row.invited)),
  },
  { key: 'note', title: 'Note', hidden: true, render: (row) => row.note && <Secondary>{row.note}</Secondary> },
  ...(canReview
    ? [
        {
          key: 'acts',
          title: 'Actions',
          hideable: false,
          card: 'below' as const,
          render: (row: Sitting) => <SittingActs sitting={row} href={href} exam={exam} />,
        },
      ]
    : []),
];

function SittingActs({ sitting, exam, href }: { sitting: Sitting; exam: Examination; href: Href }) {
  const here = `/exam-sittings/${sitting.id}`;
  const waiting = sitting.taken - sitting.invited;
  const ask = (act: string, title: string, body: string, action: string, tone: 'bad' | 'primary' = 'primary') => ({
    label: action,
    ...(tone === 'bad' && { tone }),
    onSelect: () => void askThenPost(`${here}/${act}`, { title, body, action, tone }),
  });
  return (
    <span className={classes.inline}>
      {waiting > 0 && !sitting.isPast && (
        <Button
          small
          onClick={() =>
            void askThenPost(`${here}/invite`, {
              title: `Invite ${countOf(waiting, 'applicant')}?`,
              body: `Each gets day, hall and seat by e-mail or SMS: ${sitting.venue}.`,
              action: 'Send invitations',
              tone: 'primary',
            })
          }
        >
          Invite {count(waiting)}
        </Button>
      )}
      <Menu
        label={`Actions for ${sitting.venue}`}
        items={[
          { label: 'Enter marks', href: href(`/intakes/${exam.id}/marks`, { sitting: String(sitting.id) }) },
          { label: 'Invitation slips (PDF)', href: `${here}/slips.pdf`, external: true },
          { label: 'Register for the hall (PDF)', href: `${here}/register.pdf`, external: true },
          { label: 'Edit sitting', href: href(`${here}/edit`), modal: true },
          sitting.taken > 0
            ? ask(
                'empty',
                `Free all seats in ${sitting.venue}?`,
                `${countOf(sitting.taken, 'applicant loses a seat', 'applicants lose their seats')} and can be seated again. Nobody is told.`,
                'Free seats',
                'bad',
              )
            : ask(
                'delete',
                `Delete the sitting in ${sitting.venue}?`,
                'Nobody has a seat in it.',
                'Delete sitting',
                'bad',
              ),
        ]}
      />
    </span>
  );
}
