import { Button, LinkButton } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { designerOf } from './shared/designer-of.ts';
import { Questions } from './shared/questions.tsx';
import { ReportTable } from './shared/report-table.tsx';
import { RunNotices, runActions } from './shared/run-notices.tsx';
import type { reportPage } from './reports.pages.ts';
import classes from './shared/run.module.css';

/** A report with its rows. */
export default function ReportPage(page: PropsOf<typeof reportPage>) {
  const { report, columns, group, about, questions, isAsking, sums } = page;
  const { href, here } = useAddress();
  const currency = useCurrency()(report.institutionId);
  const { rows, more, loading } = useMoreRows(page);
  const total = isAsking ? undefined : sums?.totals?.rows;
  const hasRows = rows.length > 0;
  return (
    <>
      <PageHeader
        title={report.name}
        breadcrumbs={[
          { label: 'Reports', href: href('/reports') },
          ...(report.graph ? [{ label: report.graph.name, href: report.graph.href }] : []),
        ]}
        count={total}
        description={report.description}
        action={
          page.design ? (
            <LinkButton href={designerOf('report', page.design, report.institutionId)}>Edit or save</LinkButton>
          ) : (
            report.can.edit && <LinkButton href={href(`/reports/${report.id}/edit`)}>Edit report</LinkButton>
          )
        }
        more={runActions(page)}
      />
      <RunNotices page={page} />
      {isAsking ? (
        <Questions report={report} questions={questions} currency={currency} />
      ) : (
        <div className={classes.area}>
          {questions.length > 0 && (
            <div className="no-print">
              <LinkButton small href={here({ answers: null })}>
                Change answers
              </LinkButton>
            </div>
          )}
          {hasRows && (
            <>
              <ReportTable
                caption={report.name}
                columns={columns}
                group={group}
                rows={rows}
                about={about}
                currency={currency}
                subtotals={sums?.groups}
                totals={report.hasTotals ? sums?.totals : null}
                hrefOf={({ id }) => (id !== null && about.href ? href(`${about.href}${id}`) : null)}
              />
              <div className={classes.foot}>
                <span role="status">
                  {total === undefined || total <= rows.length
                    ? `${count(rows.length)} shown`
                    : `${count(rows.length)} of ${count(total)} shown`}
                </span>
                {more && (
                  <Button small loading={loading} onClick={more}>
                    Load more
                  </Button>
                )}
              </div>
            </>
          )}
          {!hasRows && !page.problem && !page.isTooLong && (
            <EmptyState title={`No ${about.many} match`}>
              {page.filters.length > 0
                ? 'Change the filters of the report, or answer its questions differently.'
                : `There are no ${about.many} that you can see.`}
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}
