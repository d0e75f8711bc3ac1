import { Money } from '#ui/text.tsx';
import type { FamilyDues } from './family-dues.queries.ts';
import type { useAllocation } from './use-allocation.ts';
import classes from '../shared/counter.module.css';

interface LeftOverProps {
  family: FamilyDues;
  allocation: ReturnType<typeof useAllocation>;
  currency: string;
}

/** What is paid above the invoices, and whose credit it becomes. */
export function LeftOver({ family, allocation: { rest, creditTo, setCreditTo }, currency }: LeftOverProps) {
  if (rest <= 0) return null;
  return (
    <div className={classes.rest}>
      <span>
        <Money minor={rest} currency={currency} /> is left over and becomes credit
        {family.children.length === 1 && '.'}
      </span>
      {family.children.length > 1 && (
        <select
          className={classes.control}
          aria-label="Credit for"
          value={creditTo}
          onChange={(event) => setCreditTo(Number(event.target.value))}
        >
          {family.children.map((child) => (
            <option key={child.id} value={child.id}>
              of {child.firstName} {child.surname}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
