import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { openRow, type RowsProps } from '#ui/lists/data-table/row-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { EmployeeRow } from './employees.list.ts';
import { StateBadge } from './employee-columns.tsx';
import classes from './employee-grid.module.css';

/** The same rows as cards with photos. */
export function EmployeeGrid({ caption, rows, rowHref }: RowsProps<EmployeeRow>) {
  return (
    <ul aria-label={caption} className={classes.grid}>
      {rows.map((row, at) => {
        const href = rowHref!(row);
        const phone = row.phone ?? row.mobile;
        return (
          // Keyboards and screen readers use the link inside. The card only enlarges its click area.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <li
            key={row.id}
            data-row
            data-tour={at === 0 ? 'first-row' : undefined}
            className={classes.card}
            onClick={(event) => openRow(event, href)}
          >
            <Avatar name={listName(row)} src={photoUrl('employees', row, 'small')} size={64} />
            <div className={classes.words}>
              <Link href={href} data-row-link>
                {listName(row)}
              </Link>
              <div>{row.jobTitle ?? row.employeeNumber}</div>
              <div className={classes.quiet}>{row.department ?? 'No department'}</div>
              <div className={classes.foot}>
                {phone ? (
                  <a href={`tel:${phone}`} className="tabular">
                    {phoneText(phone)}
                  </a>
                ) : (
                  <span className={classes.quiet}>No phone</span>
                )}
                <StateBadge leftOn={row.leftOn} />
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
