import type { CustomProps } from './steps.ts';
import { ExtraFields } from './extra-fields.tsx';
import { StepForm } from './step-frame.tsx';

/** The school's own questions. */
export default function StepCustom(step: CustomProps) {
  const { errors, fields, values } = step;
  return (
    <StepForm step={step} labels={fields.map(({ name }) => name)}>
      <fieldset>
        <legend>More questions</legend>
        <ExtraFields state={{ values, errors }} fields={fields} />
      </fieldset>
    </StepForm>
  );
}
