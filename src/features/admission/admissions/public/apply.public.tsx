import { useRef, useState, useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { fieldId, Problems, SelectField, TextField, type FormState } from '#ui/public/fields.tsx';
import { CoursesTaught } from './courses-taught.tsx';
import { keepTyped, useKeptValues } from './keep-typed.ts';
import { PinBlocks, BuyForm, useBuying } from './pin-blocks.tsx';
import { Returning } from './returning.tsx';
import './apply.css';
import type { ApplyProps, ApplyIntake, ApplyProgram } from './addresses.ts';
import { DayField } from '#ui/public/day-field.tsx';
import { PROGRAM_PLACEHOLDER_OPTION, REQUIRES_PIN } from '#ui/plain/constants.ts';

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

/** Who applies, as far as an application needs it to begin. */
function Applicant({ form, phoneHint }: { form: FormState; phoneHint: string }) {
  return (
    <fieldset>
      <legend>Applicant</legend>
      <p className="lead-in">As on the birth certificate. You can continue later with a code that we send you.</p>
      <div className="two">
        <TextField state={form} name="surname" label="Surname" autoComplete="family-name" maxLength={100} />
        <TextField state={form} name="firstName" label="First name" autoComplete="given-name" maxLength={100} />
      </div>
      <DayField state={form} name="birthDate" label="Date of birth" />
      <div className="two">
        <TextField
          state={form}
          name="phone"
          label="Phone"
          hint={phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={30}
        />
        <TextField
          state={form}
          name="email"
          label="E-mail"
          hint="A phone number or an e-mail address is enough."
          isOptional
          type="email"
          autoComplete="email"
        />
      </div>
    </fieldset>
  );
}

/** 3.5, 4.18: the label says it. */
const needsPin = ({ label }: ApplyProgram) => label.includes(REQUIRES_PIN);

interface SelectProps {
  form: FormState;
  programs: ApplyProgram[];
  programId: string;
  changeProgram(id: string): void;
}

/** 9.5: 'Please select' is not a program, compared case-sensitively. The button is for browsers without the script. */
function ProgramSelect({ form, programs, programId, changeProgram }: SelectProps) {
  return (
    <div className="program-choice">
      <SelectField
        state={form}
        name="program_id"
        label="Programme"
        placeholder={PROGRAM_PLACEHOLDER_OPTION}
        options={programs.map(({ id, label }) => ({ value: id, label }))}
        onChange={({ target }) =>
          changeProgram(target.selectedOptions[0]!.text === PROGRAM_PLACEHOLDER_OPTION ? '' : target.value)
        }
      />
      <noscript>
        <button className="button" name="show" value="1" formNoValidate>
          Show programme
        </button>
      </noscript>
      {!programId && <p className="hint">Choose a programme to see its dates, seats and fee.</p>}
    </div>
  );
}
