import { useEffect } from 'react';
import { Problems } from '#ui/public/fields.tsx';
import './order.css';
import type { OrderProps } from '../gateways.pages.ts';

/** The buyer's page of an order, which only its link opens. */
export default function Order(order: OrderProps) {
  const {
    action,
    check,
    csrf,
    facts,
    instructions,
    isTest,
    isWaiting,
    message,
    pay,
    pinName,
    pins,
    text,
    title,
    useLabel,
  } = order;
  useOrder(order);
  return (
    <div className="form order">
      {isTest && (
        <p className="notice warn">
          <b>Test.</b> No money will be taken.
        </p>
      )}
      <Problems message={message} errors={{}} labels={[]} />
      <section className="state" role="status" aria-live="polite">
        <p className="state-name">{title}</p>
        <p>{text}</p>
      </section>
      {pay && (
        <form method="post" action={action}>
          <input type="hidden" name="_csrf" value={csrf} />
          <div className="buttons">
            <button className="button strong">{pay}</button>
          </div>
        </form>
      )}
      {isWaiting && (
        <noscript>
          <form method="post" action={check}>
            <input type="hidden" name="_csrf" value={csrf} />
            <button className="button">Check again</button>
          </form>
        </noscript>
      )}
      {pins.length > 0 && (
        <section aria-labelledby="pins">
          <h2 id="pins">{pinName ?? 'Pins'}</h2>
          <ul className="pins">
            {pins.map(({ isOver, note, secret, serial, use }) => (
              <li key={serial} data-over={isOver || undefined}>
                <dl>
                  <div>
                    <dt>Serial number</dt>
                    <dd>{serial}</dd>
                  </div>
                  <div>
                    <dt>Pin</dt>
                    <dd>{secret}</dd>
                  </div>
                </dl>
                <p className="hint">{note}</p>
                {use && (
                  <a className="button strong" href={use}>
                    {useLabel}
                  </a>
                )}
              </li>
            ))}
          </ul>
          {instructions && <p>{instructions}</p>}
        </section>
      )}
      <section aria-labelledby="order">
        <h2 id="order">Details</h2>
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

/** Seconds between the questions whether the money is there. */
const pauses = [1, 3, 4, 5, 8, 10, 15, 20, 30];

/** Asks about a payment that is under way until the order changes. */
function useOrder({ check, csrf, isWaiting, status }: OrderProps): void {
  useEffect(() => {
    if (!isWaiting) return;
    const leave = new AbortController();
    let timer = 0;
    const body = new URLSearchParams({ _csrf: csrf });
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const ask = (turn: number) => {
      const look = async () => {
        const answer = await fetch(check, { method: 'POST', body, headers, signal: leave.signal });
        const told = answer.ok ? ((await answer.json()) as { status: string }) : null;
        if (told && told.status !== status) location.reload();
        else ask(turn + 1);
      };
      // No connection at the moment: asked again later.
      const again = () => {
        if (!leave.signal.aborted) ask(turn + 1);
      };
      timer = window.setTimeout(() => void look().catch(again), pauses[Math.min(turn, pauses.length - 1)]! * 1000);
    };
    ask(0);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [check, csrf, isWaiting, status]);
}
