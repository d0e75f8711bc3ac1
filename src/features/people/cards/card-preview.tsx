import type { IdCardsProps } from './cards.pages.ts';
import classes from './card-preview.module.css';

interface CardPreviewProps {
  card: IdCardsProps['cards'][number];
  issuer: IdCardsProps['issuers'][number];
  back: boolean;
  bloodGroup: boolean;
}

/** A preview of a card, in actual size on most screens. */
export function CardPreview({ card, issuer, back, bloodGroup }: CardPreviewProps) {
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
