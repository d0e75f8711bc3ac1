import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { textName } from '#ui/format.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { HoldNote } from '#features/money/holds/shared/hold-note.tsx';
import type { Child, FamilyInstitution } from './my-fees.queries.ts';
import classes from '../shared/fees.module.css';

interface ChildFeesProps {
  child: Child;
  institution: FamilyInstitution;
  chosen: ReadonlySet<string>;
  toggle: (key: string) => void;
  /** Whether fees can be paid online. */
  isOpen: boolean;
}

/** What one child owes, in instalments. */
export function ChildFees({ child, institution, chosen, toggle, isOpen }: ChildFeesProps) {
  const { currency, online } = institution;
  return (
    <Card
      flush
      title={textName(child)}
      action={<Secondary>{[child.batch, child.admissionNumber].filter(Boolean).join(' · ')}</Secondary>}
    >
      {child.hold && <HoldNote hold={child.hold} currency={currency} inCard />}
      {child.dues.length === 0 && <p className={classes.note}>Nothing to pay.</p>}
      <ul className={classes.dues}>
        {child.dues.map((due) => {
          const words = (
            <>
              <b>{due.title}</b>
              <span className={classes.amount}>
                <Money minor={due.open} currency={currency} />
              </span>
              <span className={classes.when}>
                <span>
                  Due <DateText value={due.dueOn} />
                </span>
                <span>{due.invoice}</span>
                {due.isDue && <Badge tone="gold">Due now</Badge>}
              </span>
            </>
          );
          return (
            <li key={due.key}>
              {isOpen ? (
                <label className={classes.due}>
                  <input
                    type="checkbox"
                    name="dues[]"
                    value={due.key}
                    checked={chosen.has(due.key)}
                    onChange={() => toggle(due.key)}
                  />
                  {words}
                </label>
              ) : (
                <div className={cx(classes.due, classes.plain)}>{words}</div>
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>
        <a href={`/students/${child.id}/statement.pdf`} target="_blank" rel="noreferrer">
          Statement of account
        </a>
      </p>
      {child.credit > 0 && (
        <p className={classes.note}>
          Paid in advance: <Money minor={child.credit} currency={currency} />
        </p>
      )}
      {child.account && (
        <p className={classes.account}>
          <span>
            Or transfer to {child.account.bank}: <code>{child.account.accountNumber}</code>
          </span>
          <Secondary>{child.account.accountName}</Secondary>
          {child.account.isTest && <Badge tone="gold">Test</Badge>}
        </p>
      )}
      {!child.account && online?.givesAccounts && (
        <p className={classes.account}>
          <Button
            small
            onClick={() =>
              post('/my-fees/accounts', { institution_id: String(institution.id), student_id: String(child.id) })
            }
          >
            Get a bank account for {child.firstName}’s fees
          </Button>
        </p>
      )}
    </Card>
  );
}
