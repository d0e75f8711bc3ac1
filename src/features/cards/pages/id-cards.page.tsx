import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { count as number, countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { idCards } from '../cards.pages.ts';
import { CardPreview } from '../parts/card-preview.tsx';
import classes from './id-cards.module.css';

const perSheet = 10;

/** Identity cards of a list, of ticked people or of one: how they look, then the file. */
export default function IdCardsPage(props: PropsOf<typeof idCards>) {
  const { people, count, leftOut, isTooMany, limit, cards, issuers, asked, mayShowBloodGroup } = props;
  const address = useAddress();
  const [back, setBack] = useState(true);
  const [bloodGroup, setBloodGroup] = useState(false);
  const [sheet, setSheet] = useState('a4');
  const label = people === 'students' ? 'Students' : 'Employees';
  const pages = (sheet === 'a4' ? Math.ceil(count / perSheet) : count) * (back ? 2 : 1);
  return (
    <>
      <PageHeader
        title="ID cards"
        count={isTooMany ? undefined : count}
        breadcrumbs={[{ label, href: address.href(`/${people}`) }, { label: 'ID cards' }]}
      />
      {count === 0 ? (
        <EmptyState title="Nobody to print a card for">
          {leftOut > 0
            ? `${notHere(people, leftOut)} A card would say that it is valid.`
            : 'The list is empty, or it holds nobody whose card you may print. Go back and choose others.'}
        </EmptyState>
      ) : isTooMany ? (
        <EmptyState title={`More than ${number(limit)} cards`}>
          One file holds at most {number(limit)} cards. Narrow the list, for example to one class, and print it in
          parts.
        </EmptyState>
      ) : (
        <div className={classes.page}>
          <Card title="What is printed">
            {leftOut > 0 && <p className={classes.left}>{notHere(people, leftOut)}</p>}
            {/* A plain form: the browser itself takes the file. */}
            <form action={`/${people}/cards.pdf`} method="get" target="_blank" className={classes.form}>
              {Object.entries(asked).flatMap(([name, value]) =>
                [value]
                  .flat()
                  .map((one) => <input key={`${name} ${one}`} type="hidden" name={name} value={String(one)} />),
              )}
              <SelectField
                name="sheet"
                label="Paper"
                placeholder={null}
                value={sheet}
                onChange={(event) => setSheet(event.currentTarget.value)}
                options={[
                  { value: 'a4', label: 'A4, ten to a sheet' },
                  { value: 'single', label: 'Card printer, one a page' },
                ]}
              />
              <CheckboxField
                name="back"
                label="Print the back"
                help="Where a found card is to be returned. For A4, print on both sides, turned along the long edge."
                checked={back}
                onChange={(event) => setBack(event.currentTarget.checked)}
              />
              {mayShowBloodGroup && (
                <CheckboxField
                  name="bloodGroup"
                  label="Print the blood group"
                  help="It is confidential: whose is printed is written down."
                  checked={bloodGroup}
                  onChange={(event) => setBloodGroup(event.currentTarget.checked)}
                />
              )}
              <Button type="submit" tone="primary">
                {countOf(count, 'card')} as PDF
              </Button>
              <p className={classes.note}>
                {countOf(pages, 'page')}. The code on a card opens the record for who is signed in, and nothing for
                others.
              </p>
            </form>
          </Card>
          <section aria-label="Preview">
            <ul className={classes.cards}>
              {cards.map((card) => (
                <CardPreview
                  key={card.id}
                  card={card}
                  issuer={issuers[card.institutionId]!}
                  back={back}
                  bloodGroup={bloodGroup}
                />
              ))}
            </ul>
            {count > cards.length && <p className={classes.note}>And {number(count - cards.length)} more.</p>}
          </section>
        </div>
      )}
    </>
  );
}

const notHere = (people: 'students' | 'employees', left: number) =>
  `${countOf(left, people === 'students' ? 'student' : 'employee')} of this list ${left === 1 ? 'is' : 'are'} not at the school now and ${left === 1 ? 'gets' : 'get'} no card.`;
