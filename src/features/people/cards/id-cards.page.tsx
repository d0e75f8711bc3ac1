import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { count as number, countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { idCards, IdCardsProps } from './cards.routes.ts';
import classes from './id-cards.module.css';

const perSheet = 10;

/** ID cards of a list, of selected people or of one person: preview and file. */
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
        <EmptyState title="No cards to print">
          {leftOut > 0
            ? notHere(people, leftOut)
            : 'The list is empty, or you don’t have permission to print these cards. Go back and choose other people.'}
        </EmptyState>
      ) : isTooMany ? (
        <EmptyState title={`More than ${number(limit)} cards`}>
          One file holds at most {number(limit)} cards. Filter the list, for example by class, and print it in parts.
        </EmptyState>
      ) : (
        <div className={classes.page}>
          <Card title="Print options">
            {leftOut > 0 && <p className={classes.left}>{notHere(people, leftOut)}</p>}
            {/* A plain form, so that the browser downloads the file. */}
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
                  { value: 'a4', label: 'A4, ten per sheet' },
                  { value: 'single', label: 'Card printer, one per page' },
                ]}
              />
              <CheckboxField
                name="back"
                label="Print the back"
                help="The return address. For A4, print double-sided and flip on the long edge."
                checked={back}
                onChange={(event) => setBack(event.currentTarget.checked)}
              />
              {mayShowBloodGroup && (
                <CheckboxField
                  name="bloodGroup"
                  label="Print the blood group"
                  help="Confidential. Every printed blood group is logged."
                  checked={bloodGroup}
                  onChange={(event) => setBloodGroup(event.currentTarget.checked)}
                />
              )}
              <Button type="submit" tone="primary">
                {countOf(count, 'card')} as PDF
              </Button>
              <p className={classes.note}>
                {countOf(pages, 'page')}. The QR code opens the record for signed-in users only.
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
  `${countOf(left, people === 'students' ? 'student' : 'employee')} in this list ${left === 1 ? 'is' : 'are'} not currently at the school and ${left === 1 ? 'gets' : 'get'} no card.`;

interface CardPreviewProps {
  card: IdCardsProps['cards'][number];
  issuer: IdCardsProps['issuers'][number];
  back: boolean;
  bloodGroup: boolean;
}

/** A preview of a card, in actual size on most screens. */
function CardPreview({ card, issuer, back, bloodGroup }: CardPreviewProps) {
  const color = { '--card-accent': issuer.accent } as React.CSSProperties;
  return (
    <li className={classes.pair}>
      <article className={classes.card} style={color} aria-label={`Card of ${card.name}`}>
        <header className={classes.band}>
          {card.logo && <img src={card.logo} alt="" width={36} height={36} />}
          <strong>{issuer.name}</strong>
        </header>
        {card.photo ? (
          <img className={classes.photo} src={card.photo} alt="" />
        ) : (
          <span className={classes.photo} data-initials={card.initials} aria-hidden />
        )}
        <span className={classes.role}>{issuer.role}</span>
        <div className={classes.text}>
          <b className={classes.name}>{card.name}</b>
          <dl>
            <dt>{card.numberLabel}</dt>
            <dd>{card.number}</dd>
            {card.place && (
              <>
                <dt>{card.placeLabel}</dt>
                <dd>{card.place}</dd>
              </>
            )}
            {bloodGroup && (
              <>
                <dt>Blood group</dt>
                <dd>as recorded</dd>
              </>
            )}
          </dl>
        </div>
        <svg className={classes.qr} viewBox={`0 0 ${card.qrSize} ${card.qrSize}`} role="img" aria-label="QR code">
          <path d={card.qr} />
        </svg>
        {issuer.valid && <p className={classes.valid}>{issuer.valid}</p>}
      </article>
      {back && (
        <article className={classes.card} data-back style={color} aria-label={`Back of the card of ${card.name}`}>
          {card.logo && <img src={card.logo} alt="" width={34} height={34} />}
          <p>If found, please return this card to</p>
          <strong>{issuer.name}</strong>
          {issuer.returnTo.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <small>{card.number} · property of the school</small>
        </article>
      )}
    </li>
  );
}
