import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { setupPage } from './assessment.pages.ts';
import { scaleColumns, schemeColumns, placeColumns } from './setup-columns.tsx';
import type { ScaleRow, SchemeRow, UseRow } from './setup.queries.ts';
import classes from './shared/setup.module.css';

/** How marks are made up and graded, and where. */
export default function SetupPage({ schemes, scales, uses, canEdit }: PropsOf<typeof setupPage>) {
  const { href } = useAddress();
  const words = useWords();
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
      <div className={classes.cards}>
        {scales.length === 0 ? (
          <EmptyState title="No grading scale yet" action={addScale}>
            Begin with the scale: A1 to F9, or grade points of a university or polytechnic. Then add what a mark is made
            of.
          </EmptyState>
        ) : (
          <>
            <Card title="Schemes" flush tour="schemes" action={add('Add scheme', '/assessment-schemes/new')}>
              {schemes.length === 0 ? (
                <p className={classes.empty}>
                  Say what a mark is made of, such as two tests of 20 and an examination of 60.
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
