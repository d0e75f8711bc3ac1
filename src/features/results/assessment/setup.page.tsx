import { LinkButton } from '#ui/button.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ScaleRow, SchemeRow, UseRow, setupPage } from './setup.queries.ts';
import { actsColumn } from './shared/acts-column.tsx';
import classes from './shared/setup.module.css';
import { Badge } from '#ui/badge.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { post } from '#ui/post.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { systems } from './assessment.ts';
import { isLowBest } from './compute/types.ts';
import { decimals } from './hundredths.ts';

/** How marks are made up and graded, and where. */
export default function SetupPage({ schemes, scales, uses, canEdit }: PropsOf<typeof setupPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const ofSchemes = useInstitutionColumn<SchemeRow>();
  const ofUses = useInstitutionColumn<UseRow>();
  const ofScales = useInstitutionColumn<ScaleRow>();
  const add = (what: string, address: string, isFirst = false) =>
    canEdit && (
      <LinkButton small={!isFirst} tone={isFirst ? 'primary' : undefined} href={href(address)} onClick={opensModal}>
        {what}
      </LinkButton>
    );
  const addScale = add('Add scale', '/grading-scales/new', scales.length === 0);
  return (
    <>
      <PageHeader
        title="Assessment"
        more={[
          ...(canEdit ? [{ label: 'Design of report cards', href: href('/card-designs') }] : []),
          { label: 'Bank of remarks', href: href('/remark-bank') },
        ]}
      />
      <div className="stack">
        {scales.length === 0 ? (
          <EmptyState title="No grading scale yet" action={addScale}>
            Start with the scale: A1 to F9, or grade points of a university or polytechnic. Then add the parts of a
            mark.
          </EmptyState>
        ) : (
          <>
            <Card title="Schemes" flush tour="schemes" action={add('Add scheme', '/assessment-schemes/new')}>
              {schemes.length === 0 ? (
                <p className={classes.empty}>
                  Set the parts of a mark, such as two tests of 20 and an examination of 60.
                </p>
              ) : (
                <DataTable
                  flush
                  name="assessment-schemes"
                  caption="Assessment schemes"
                  columns={schemeColumns(canEdit).toSpliced(1, 0, ...ofSchemes)}
                  rows={schemes}
                />
              )}
            </Card>
            <Card
              title="Where they apply"
              flush
              tour="uses"
              action={schemes.length > 0 && add('Apply a scheme', '/scheme-uses/new')}
            >
              {uses.length === 0 ? (
                <p className={classes.empty}>
                  Nowhere yet. Apply one to the whole school, to a programme, a {words.class.toLowerCase()} or a{' '}
                  {words.course.toLowerCase()}.
                </p>
              ) : (
                <DataTable
                  flush
                  name="scheme-uses"
                  caption="Where schemes apply"
                  columns={placeColumns(canEdit).toSpliced(1, 0, ...ofUses)}
                  rows={uses}
                />
              )}
            </Card>
            <Card title="Grading scales" flush tour="scales" action={addScale}>
              <DataTable
                flush
                name="grading-scales"
                caption="Grading scales"
                columns={scaleColumns(canEdit).toSpliced(1, 0, ...ofScales)}
                rows={scales}
              />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

const acts = <Row extends { id: number; name: string; isArchived: boolean }>(at: string) =>
  actsColumn<Row>(
    ({ name }) => name,
    ({ id, isArchived }) => [
      { label: 'Edit', href: `${at}/${id}/edit`, modal: true },
      isArchived
        ? { label: 'Restore', onSelect: () => post(`${at}/${id}/restore`) }
        : { label: 'Archive', onSelect: () => post(`${at}/${id}/archive`) },
    ],
  );

/** 'Test 20, Examination 80' */
const parts = ({ components }: SchemeRow) =>
  components
    .map(({ name, maximum, weight, group }) =>
      [
        `${name} ${decimals(maximum)}`,
        weight !== undefined && ` counting ${decimals(weight)}`,
        group && ` (best ${group.best} of ${group.name})`,
      ]
        .filter(Boolean)
        .join(''),
    )
    .join(', ');

const schemeColumns = (canEdit: boolean): Column<SchemeRow>[] => [
  {
    key: 'name',
    title: 'Scheme',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.isArchived && <Badge>Archived</Badge>}{' '}
        <Secondary>{row.passFail ? 'Pass or fail' : systems[row.system]}</Secondary>
      </>
    ),
  },
  { key: 'parts', title: 'Made of', wraps: true, card: 'line', render: parts },
  figureColumn('pass', 'Pass mark', (row) => decimals(row.passMark)),
  { key: 'scale', title: 'Scale', render: (row) => row.scale },
  figureColumn('version', 'Version', (row) => row.version),
  ...(canEdit ? [acts<SchemeRow>('/assessment-schemes')] : []),
];

/** 'A1 75, B2 70, …' */
const grades = ({ bands }: ScaleRow) => bands.map(({ grade, from }) => `${grade} ${decimals(from)}`).join(', ');

const scaleColumns = (canEdit: boolean): Column<ScaleRow>[] => [
  {
    key: 'name',
    title: 'Scale',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.isArchived && <Badge>Archived</Badge>}{' '}
        {isLowBest(row.bands) && <Secondary>Fewer points are better</Secondary>}
      </>
    ),
  },
  { key: 'grades', title: 'Grades from', wraps: true, card: 'line', render: grades },
  {
    key: 'entry',
    title: 'For students admitted',
    render: ({ entryFrom }) =>
      entryFrom ? (
        <>
          from <DateText value={entryFrom} />
        </>
      ) : (
        'at any time'
      ),
  },
  figureColumn('version', 'Version', (row) => row.version),
  ...(canEdit ? [acts<ScaleRow>('/grading-scales')] : []),
];

const place = ({ program, class: level, course }: UseRow) =>
  [course, level ?? program].filter(Boolean).join(', ') || 'The whole institution';

async function remove(row: UseRow) {
  const body = 'Open marks keep this scheme. The next wider one applies to later terms.';
  if (await confirm({ title: `Remove ${row.scheme} from ${place(row)}?`, body, action: 'Remove', tone: 'bad' }))
    post(`/scheme-uses/${row.id}/remove`);
}

const placeColumns = (canEdit: boolean): Column<UseRow>[] => [
  { key: 'place', title: 'Place', primary: true, wraps: true, render: place },
  { key: 'scheme', title: 'Scheme', wraps: true, card: 'line', render: (row) => row.scheme },
  ...(canEdit
    ? [actsColumn<UseRow>(place, (row) => [{ label: 'Remove', tone: 'bad', onSelect: () => void remove(row) }])]
    : []),
];
