import { Problems } from '#ui/public/fields.tsx';
import type { StatusProps } from './steps.ts';
import { PayFee } from './pay-fee.tsx';
import './steps.css';

/** The state of an application in plain words, what the school asks for, and what can be done now. */
export default function Status({ csrf, facts, letter, message, offer, slip, status, tasks, words }: StatusProps) {
  return (
    <div className="form">
      <Problems message={message} errors={{}} labels={[]} />
      <section className="state" aria-label="Status">
        <p className="state-name">{status}</p>
        <p>{words}</p>
      </section>
      {tasks.map(({ href, message: text }) => (
        <div className="notice warn" key={text}>
          <p>The school asks: {text}</p>
          <p>
            <a href={href}>Send it now</a>
          </p>
        </div>
      ))}
      {offer && (
        <section aria-label="Your offer">
          {offer.fee ? (
            <PayFee fee={offer.fee} csrf={csrf} words="Accept the offer by paying the acceptance fee." />
          ) : (
            <form method="post" action={offer.accept}>
              <input type="hidden" name="_csrf" value={csrf} />
              <div className="buttons">
                <button className="button strong">Accept the offer</button>
              </div>
            </form>
          )}
          <details className="more-row">
            <summary>Decline the offer</summary>
            <form method="post" action={offer.decline}>
              <input type="hidden" name="_csrf" value={csrf} />
              <p>Your place goes to someone else. You can’t undo this here.</p>
              <div className="buttons">
                <button className="button">Decline the offer</button>
              </div>
            </form>
          </details>
        </section>
      )}
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        {letter && (
          <a className="button strong" href={letter}>
            Download admission letter
          </a>
        )}
        {slip && (
          <a className="button" href={slip}>
            Download slip (PDF)
          </a>
        )}
      </div>
    </div>
  );
}
