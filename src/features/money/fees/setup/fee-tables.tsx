import { Badge } from '#ui/badge.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { compulsoryTotal } from './compulsory-total.ts';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';
import classes from '../shared/fees.module.css';

/** The items of a fee with their total. */
export const ParticularsTable = ({
  particulars,
  currency,
}: {
  particulars: FeeDetails['particulars'];
  currency: string;
}) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col" className={classes.amount}>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {particulars.map(({ id, name, category, amount, isOptional, chosen }) => (
        <tr key={id}>
          <td>
            {name} {category !== name && <Secondary>{category}</Secondary>}{' '}
            {isOptional && <Badge>{chosen > 0 ? `Optional, chosen by ${chosen}` : 'Optional'}</Badge>}
          </td>
          <td className={classes.amount}>
            <Money minor={amount} currency={currency} />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Each student, before discounts</th>
        <td className={classes.amount}>
          <Money minor={compulsoryTotal(particulars)} currency={currency} />
        </td>
      </tr>
    </tfoot>
  </table>
);

/** When a fee is due. */
export const InstalmentsTable = ({
  instalments,
  currency,
}: {
  instalments: FeeDetails['instalments'];
  currency: string;
}) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Due on</th>
        <th scope="col" className={classes.amount}>
          Share
        </th>
      </tr>
    </thead>
    <tbody>
      {instalments.map(({ id, dueOn, percent, amount }, at) => (
        <tr key={id}>
          <td>
            <DateText value={dueOn} />
          </td>
          <td className={classes.amount}>
            {amount !== null && <Money minor={amount} currency={currency} />}
            {percent !== null && `${percentText(percent)}%`}
            {amount === null && percent === null && (at === 0 ? 'Whole bill' : 'The rest')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
