import { Problems } from '#ui/public/fields.tsx';
import type { PapersProps } from './step.pages.ts';
import { Paper } from './paper.tsx';
import { Steps } from './step-frame.tsx';

/** Photo and papers. Each is sent as soon as it is chosen; without the script by its own button. */
export default function StepPapers({ action, back, csrf, errors, message, next, papers, steps }: PapersProps) {
  return (
    <>
      <Steps steps={steps} />
      <Problems message={message} errors={errors} labels={papers.map(({ key }) => `paper-${key}`)} />
      <div className="form">
        {papers.map((paper) => (
          <Paper
            key={paper.key}
            action={action}
            csrf={csrf}
            paper={paper}
            error={errors[`paper-${paper.key}`] ?? null}
          />
        ))}
        <div className="buttons">
          <a className="button strong" href={next}>
            Continue
          </a>
          <a href={back}>Back</a>
        </div>
      </div>
    </>
  );
}
