import type { ReactNode } from 'react';
import type { LeaveBalance } from '../balances/balances.queries.ts';
import { daysLeftText } from './leave-text.ts';
import classes from './leave.module.css';

interface BalanceTableProps {
  year: number;
  balances: LeaveBalance[];
  /** Beside each type, for people who can change its days. */
  action?: (balance: LeaveBalance) => ReactNode;
}

/** The days of each type of leave in a year. */
export function BalanceTable({ year, balances, action }: BalanceTableProps) {
  return (
    <div className="scroll-x">
      <table className={classes.table}>
        <caption className="visually-hidden">Days of leave in {year}</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Days</th>
            <th scope="col">Taken</th>
            <th scope="col">Asked for</th>
            <th scope="col">Left</th>
            {action && (
              <th scope="col">
                <span className="visually-hidden">Change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {balances.map((balance) => (
            <tr key={balance.typeId}>
              <th scope="row">
                {balance.name}
                <small>
                  {[
                    !balance.isPaid && 'Unpaid',
                    balance.countsAllDays && 'All days count',
                    balance.isRetired && 'Retired',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </th>
              <td>{balance.entitled ?? 'No limit'}</td>
              <td>{balance.approved}</td>
              <td>{balance.asked}</td>
              <td>{balance.left === null ? '—' : <Left days={balance.left} />}</td>
              {action && <td>{action(balance)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Left = ({ days }: { days: number }) =>
  days < 0 ? (
    <b className="problem" title={daysLeftText(days)}>
      −{-days}
    </b>
  ) : (
    <b>{days}</b>
  );
