import { Problems } from '#ui/public/fields.tsx';
import type { ReviewProps } from './steps.ts';
import { PayFee } from './pay-fee.tsx';
import { Steps } from './step-frame.tsx';

/** Everything that was entered, what is missing, and the button that sends it. */
export default function StepReview({ action, csrf, fee, isReady, message, parts, program, steps }: ReviewProps) {
  return (
    <>
      <Steps steps={steps} />
      <Problems message={message} errors={{}} labels={[]} />
      <div className="form">
        <p>{program}</p>
        {parts.map(({ href, label, problem, rows }) => (
          <section className="part" key={label} aria-label={label}>
            <div className="head">
              <h2>{label}</h2>
              <a href={href}>
                Edit<span className="visually-hidden"> {label.toLowerCase()}</span>
              </a>
            </div>
            {problem && <p className="error">{problem}</p>}
            {!problem && rows.length === 0 && <p className="hint">Nothing entered.</p>}
            <dl className="facts">
              {rows.map((row, at) => (
                <div key={at}>
                  <dt>{row.label}</dt>
                  <dd>{row.value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {fee && <PayFee fee={fee} csrf={csrf} words="Pay the application fee, then send the application." />}
        <form method="post" action={action}>
          <input type="hidden" name="_csrf" value={csrf} />
          <p className="hint">After sending, the school decides which parts can be changed.</p>
          <div className="buttons">
            <button className="button strong" aria-disabled={isReady ? undefined : true}>
              Send application
            </button>
          </div>
        </form>
      </div>
    </>
  );
}
