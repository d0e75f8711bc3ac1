import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { post } from '#ui/post.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { systems } from './assessment.ts';
import { isLowBest } from './compute/types.ts';
import { decimals } from './hundredths.ts';
import type { ScaleRow, SchemeRow, UseRow } from './setup.queries.ts';

const acts = <Row extends { id: number; name: string; isArchived: boolean }>(at: string): Column<Row> => ({
  key: 'acts',
  title: '',
  align: 'end',
  card: 'aside',
  hideable: false,
  render: ({ id, name, isArchived }) => (
    <Menu
      label={`Actions for ${name}`}
      items={[
        { label: 'Edit', href: `${at}/${id}/edit`, modal: true },
        isArchived
          ? { label: 'Restore', onSelect: () => post(`${at}/${id}/restore`) }
          : { label: 'Archive', onSelect: () => post(`${at}/${id}/archive`) },
      ]}
    />
  ),
});

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

export const schemeColumns = (canEdit: boolean): Column<SchemeRow>[] => [
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
  { key: 'pass', title: 'Pass mark', numeric: true, align: 'end', render: (row) => decimals(row.passMark) },
  { key: 'scale', title: 'Scale', render: (row) => row.scale },
  { key: 'version', title: 'Version', numeric: true, align: 'end', render: (row) => row.version },
  ...(canEdit ? [acts<SchemeRow>('/assessment-schemes')] : []),
];

/** 'A1 75, B2 70, …' */
const grades = ({ bands }: ScaleRow) => bands.map(({ grade, from }) => `${grade} ${decimals(from)}`).join(', ');

export const scaleColumns = (canEdit: boolean): Column<ScaleRow>[] => [
  {
    key: 'name',
    title: 'Scale',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.isArchived && <Badge>Archived</Badge>}{' '}
        {isLowBest(row.bands) && <Secondary>Few points are good</Secondary>}
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
  { key: 'version', title: 'Version', numeric: true, align: 'end', render: (row) => row.version },
  ...(canEdit ? [acts<ScaleRow>('/grading-scales')] : []),
];

const place = ({ program, class: level, course }: UseRow) =>
  [course, level ?? program].filter(Boolean).join(', ') || 'The whole institution';

async function remove(row: UseRow) {
  const body = 'Marks that are open keep this scheme. For later terms the next wider one applies.';
  if (await confirm({ title: `Remove ${row.scheme} from ${place(row)}?`, body, action: 'Remove', tone: 'bad' }))
    post(`/scheme-uses/${row.id}/remove`);
}

export const placeColumns = (canEdit: boolean): Column<UseRow>[] => [
  { key: 'place', title: 'Place', primary: true, wraps: true, render: place },
  { key: 'scheme', title: 'Scheme', wraps: true, card: 'line', render: (row) => row.scheme },
  ...(canEdit
    ? [
        {
          key: 'acts',
          title: '',
          align: 'end',
          card: 'aside',
          hideable: false,
          render: (row) => (
            <Menu
              label={`Actions for ${place(row)}`}
              items={[{ label: 'Remove', tone: 'bad', onSelect: () => void remove(row) }]}
            />
          ),
        } satisfies Column<UseRow>,
      ]
    : []),
];
