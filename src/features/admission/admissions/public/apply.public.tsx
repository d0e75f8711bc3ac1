import { useRef, useState, useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { fieldId, Problems, SelectField } from '#ui/public/fields.tsx';
import { Applicant } from './applicant.tsx';
import { CoursesTaught } from './courses-taught.tsx';
import { BuyForm, useBuying } from './buy-form.tsx';
import { keepTyped, useKeptValues } from './keep-typed.ts';
import { PinBlocks } from './pin-blocks.tsx';
import { needsPin, ProgramSelect } from './program-select.tsx';
import { Returning } from './returning.tsx';
import './apply.css';
import type { ApplyProps, ApplyIntake } from './public.pages.ts';

/** Where an application begins: what is open, a pin if one is needed, and who applies. */
export default function Apply(props: ApplyProps) {
  const { programs, later, find } = props;
  const asking = programs.filter(needsPin);
  const { values, key, hasPin } = useKeptValues(props.values, asking.length === 1 ? asking[0]!.id : undefined);
  if (!programs.length) return <NothingOpen later={later} find={find} />;
  return <StartForm {...props} values={values} hasPin={hasPin} key={key} />;
}

const labels =
  'program_id academic_session class_id batch_id admission_number pin_serial pin_secret surname firstName birthDate phone email'.split(
    ' ',
  );

const buyLabels = ['quantity', 'buyer_email', 'buyer_phone'];

function StartForm(props: ApplyProps & { hasPin: boolean }) {
  const { action, csrf, errors, find, later, message, phoneHint, programs, values } = props;
  const [programId, setProgramId] = useState(values['program_id'] ?? '');
  const [sessionId, setSessionId] = useState(values['academic_session'] ?? '');
  const [isReturning, setIsReturning] = useState(Boolean(values['returning_student']));
  const [kindId, setKindId] = useState(props.buy.values['kind_id'] ?? '');
  const ref = useRef<HTMLFormElement>(null);
  useChosenBefore(
    ref,
    { program_id: setProgramId, academic_session: setSessionId },
    { returning_student: setIsReturning },
  );
  const { buying, send } = useBuying(props.buy);
  const program = programs.find(({ id }) => id === programId);
  const intake = program?.intakes.find((one) => one.sessionId === sessionId) ?? program?.intakes[0];
  const form = { values, errors };

  function changeProgram(id: string) {
    setProgramId(id);
    // 4.11: the batches of another program are others.
    setIsReturning(false);
    setKindId('');
  }

  return (
    <>
      <Problems message={message} errors={errors} labels={labels} />
      <Problems {...props.buy} labels={buyLabels} prefix="buy-" />
      {props.hasPin && (
        <div className="notice good">
          <p>Your pin is filled in.</p>
          <p>
            Continue with <a href={`#${fieldId('surname')}`}>the applicant</a>.
          </p>
        </div>
      )}
      <p className="continue">
        Have you already started? <a href={find}>Continue your application or see its status</a>
      </p>
      <form
        className="form"
        method="post"
        action={action}
        ref={ref}
        noValidate
        onChange={({ currentTarget }) => keepTyped(currentTarget)}
      >
        <input type="hidden" name="_csrf" value={csrf} />
        <fieldset>
          <legend>Programme</legend>
          <ProgramSelect form={form} programs={programs} programId={programId} changeProgram={changeProgram} />
          {intake && program && (
            <>
              {program.intakes.length > 1 ? (
                <SelectField
                  state={form}
                  name="academic_session"
                  label="Session"
                  options={program.intakes.map((one) => ({ value: one.sessionId, label: one.session }))}
                  onChange={({ target }) => setSessionId(target.value)}
                />
              ) : (
                <input type="hidden" name="academic_session" value={intake.sessionId} />
              )}
              <IntakeFacts intake={intake} />
              {intake.classes.length > 1 && (
                <SelectField
                  state={form}
                  name="class_id"
                  label="Class to enter"
                  key={`${program.id} ${intake.sessionId}`}
                  options={intake.classes}
                />
              )}
              {intake.classes.length === 1 && <input type="hidden" name="class_id" value={intake.classes[0]!.value} />}
              <Returning form={form} intake={intake} isReturning={isReturning} setIsReturning={setIsReturning} />
            </>
          )}
          <CoursesTaught key={programId} programId={programId} address={props.courses} />
          {later.map((line) => (
            <p className="hint" key={line}>
              {line}
            </p>
          ))}
        </fieldset>
        {program && needsPin(program) && (
          <PinBlocks buy={buying} form={form} program={program} kindId={kindId} setKindId={setKindId} />
        )}
        <Applicant form={form} phoneHint={phoneHint} />
        <div className="buttons">
          <button className="button strong">Start application</button>
        </div>
      </form>
      {program && needsPin(program) && (
        <BuyForm buy={props.buy} csrf={csrf} programId={programId} send={(event) => void send(event)} />
      )}
    </>
  );
}

/** What a program asks and offers in this session. */
function IntakeFacts({ intake: { facts, introduction } }: { intake: ApplyIntake }) {
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

/** While no programme takes applications. */
function NothingOpen({ find, later }: Pick<ApplyProps, 'find' | 'later'>) {
  return (
    <div className="form">
      <div className="notice">
        <p>No programme is open for applications.</p>
        {later.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p>
        Have you already started? <a href={find}>Continue your application or see its status</a>
      </p>
    </div>
  );
}

type Set<T> = Dispatch<SetStateAction<T>>;

/**
 * What was chosen before the script ran: the browser keeps it in the form, also when it restores a page, and the first
 * render cannot know it.
 */
function useChosenBefore(
  form: RefObject<HTMLFormElement | null>,
  choices: Record<string, Set<string>>,
  ticks: Record<string, Set<boolean>> = {},
): void {
  useEffect(() => {
    const read = () => {
      const elements = form.current?.elements;
      if (!elements) return;
      for (const [name, set] of Object.entries(choices)) {
        const element = elements.namedItem(name);
        if (element instanceof HTMLSelectElement) set(element.value);
      }
      for (const [name, set] of Object.entries(ticks)) {
        const element = elements.namedItem(name);
        if (element instanceof HTMLInputElement) set(element.checked);
      }
    };
    read();
    // Coming back restores values after the page has loaded.
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
    // Once: afterwards React hears of every change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
