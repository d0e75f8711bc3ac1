import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { pageRows } from './exam-words.ts';
import type { useMarksPages } from './use-marks-pages.ts';
import classes from './marks.module.css';

interface MarksPagesProps {
  pages: ReturnType<typeof useMarksPages>;
  total: number;
  /** The next page begins at the top again. */
  isBelow?: boolean;
}

/** '301–600 of 1,240', with the page before and the next one. */
export function MarksPages({ pages: { page, shown, isLoading, hasNext, show }, total, isBelow }: MarksPagesProps) {
  const from = page * pageRows;
  const go = async (wanted: number) => {
    if ((await show(wanted)) && isBelow) window.scrollTo({ top: 0 });
  };
  if (total <= shown.length) return <p className={classes.range}>{countOf(total, 'applicant')}</p>;
  return (
    <nav className={classes.pages} aria-label={isBelow ? 'More applicants' : 'Applicants'}>
      <span className={classes.range}>
        {count(from + 1)}–{count(from + shown.length)} of {count(total)}
      </span>
      <Button small disabled={page === 0} onClick={() => void go(page - 1)}>
        Previous
      </Button>
      <Button small disabled={!hasNext} loading={isLoading} onClick={() => void go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
