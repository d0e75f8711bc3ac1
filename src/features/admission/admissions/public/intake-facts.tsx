import type { ApplyIntake } from './public.pages.ts';

/** What a program asks and offers in this session. */
export function IntakeFacts({ intake: { facts, introduction } }: { intake: ApplyIntake }) {
  return (
    <div className="intake">
      {introduction && <p>{introduction}</p>}
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
