import {
  useEffect,
  useRef,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import './form.css';

/** What a public form knows of its fields: what was typed or stored, and what is wrong. */
export interface FormState {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Before the ids of its fields, if the page has several forms. */
  prefix?: string;
  /** Has the focus at first. */
  focus?: string;
}

export interface FieldProps {
  state: FormState;
  name: string;
  label: string;
  hint?: string;
  /** Shown beside labels of fields that may stay empty. */
  isOptional?: boolean;
}

/** The id of a field, for labels and links: names of rows have dots. */
export const fieldId = (name: string, prefix = '') => `f-${prefix}${name.replace(/[^\w-]/g, '-')}`;

function Frame({ state, name, label, hint, isOptional, children }: FieldProps & { children: ReactNode }) {
  const error = state.errors[name];
  const id = fieldId(name, state.prefix);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="optional"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The attributes that every control of a field shares. */
function controlOf({ state, name, hint, isOptional }: FieldProps) {
  const id = fieldId(name, state.prefix);
  const error = state.errors[name];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    name,
    autoFocus: state.focus === name || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    'aria-required': isOptional ? undefined : true,
  };
}

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>;

/** Uncontrolled, so that what was typed before the script ran stays. */
export function TextField({ state, name, label, hint, isOptional, ...input }: InputProps) {
  const shared = { state, name, label, hint, isOptional };
  return (
    <Frame {...shared}>
      <input maxLength={200} {...input} {...controlOf(shared)} defaultValue={state.values[name] ?? ''} />
    </Frame>
  );
}

export function TextAreaField({ ...props }: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>) {
  const { state, name, label, hint, isOptional, ...area } = props;
  const shared = { state, name, label, hint, isOptional };
  return (
    <Frame {...shared}>
      <textarea rows={3} {...area} {...controlOf(shared)} defaultValue={state.values[name] ?? ''} />
    </Frame>
  );
}

interface Option {
  value: string;
  label: string;
}

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> & { options: Option[]; placeholder?: string };

export function SelectField({ options, placeholder = 'Please Select', ...props }: SelectProps) {
  const { state, name, label, hint, isOptional, ...select } = props;
  const shared = { state, name, label, hint, isOptional };
  return (
    <Frame {...shared}>
      <select {...select} {...controlOf(shared)} defaultValue={state.values[name] ?? ''}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The problems of a form, each with a link to its field. */
export function Problems({ title, message, errors, labels, prefix }: ProblemsProps) {
  // In the order of the page.
  const place = (name: string) => (labels.includes(name) ? labels.indexOf(name) : labels.length);
  const entries = Object.entries(errors).sort(([a], [b]) => place(a) - place(b));
  const box = useRef<HTMLDivElement>(null);
  // Read out, and where the keyboard continues, when a refused form comes back.
  useEffect(() => box.current?.focus(), []);
  if (!message && entries.length === 0) return null;
  return (
    <div className="problems" role="alert" tabIndex={-1} ref={box}>
      <p>{entries.length ? (title ?? 'Check the entries below. Nothing you typed is lost.') : message}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, text]) => (
            <li key={name}>
              {labels.includes(name) || /\.\d+\./.test(name) ? <a href={`#${fieldId(name, prefix)}`}>{text}</a> : text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
interface ProblemsProps {
  title?: string;
  message?: string | null;
  errors: Record<string, string>;
  /** Names of fields on this page: other problems are shown without a link. */
  labels: string[];
  prefix?: string;
}
