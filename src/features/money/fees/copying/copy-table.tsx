import { DateText, Money, Secondary } from '#ui/text.tsx';
import { audienceInWords } from '../audience/audience-words.ts';
import type { CopyPreview } from './copying.pages.ts';
import classes from '../shared/fees.module.css';

/** What each fee becomes, with a box to leave it out. */
export function CopyTable({ rows, currency }: { rows: CopyPreview[]; currency: string }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fee</th>
            <th scope="col" className={classes.amount}>
              Now
            </th>
            <th scope="col" className={classes.amount}>
              New
            </th>
            <th scope="col">Due</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.id} ${row.isThere}`} row={row} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, currency }: { row: CopyPreview; currency: string }) {
  const { id, title, isThere, particulars, dates } = row;
  return (
    <tr>
      <td className={classes.name}>
        <label>
          <input type="checkbox" name="fees[]" value={id} defaultChecked={!isThere} disabled={isThere} /> {title}
        </label>
        {!isThere && <input type="hidden" name={`shown.${id}`} value={row.after} />}
        <div>
          <Secondary>{isThere ? 'Already exists in that term' : audienceInWords(row.audience)}</Secondary>
        </div>
      </td>
      <td className={`${classes.amount} ${classes.old}`}>
        <Money minor={row.before} currency={currency} />
        {particulars.map((item) => (
          <div key={item.name}>
            <Secondary>
              {item.name} <Money minor={item.before} currency={currency} />
            </Secondary>
          </div>
        ))}
      </td>
      <td className={classes.amount}>
        <Money minor={row.after} currency={currency} />
        {particulars.map((item) => (
          <div key={item.name}>
            <Secondary>
              <Money minor={item.after} currency={currency} />
            </Secondary>
          </div>
        ))}
      </td>
      <td>
        {dates.map((date) => (
          <div key={date.before}>
            <DateText value={date.after} />
          </div>
        ))}
      </td>
    </tr>
  );
}
