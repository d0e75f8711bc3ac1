import type { CustomProps } from '../public/step.pages.ts';
import { ExtraFields } from './parts/extra-fields.tsx';
import { StepForm } from './parts/step-frame.tsx';

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
