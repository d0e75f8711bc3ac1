import { Form, type FormProps } from './form.tsx';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { errorSummary, focusField } from './error-summary.ts';
import type { FieldError } from './error-summary.ts';
import { CONFLICTS, type Values } from '../conflicts/edit-conflict.ts';
import { dropKey, KEY_HEADER, KEY_HOLDER, keyOf } from '../form-key.ts';
import { useEdit } from './use-edit.ts';
import { useFieldCheck, without } from './use-field-check.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface PageFormState {
  /** Error messages by field name, from the server or for blank required fields. */
  errors: Record<string, string>;
  /** The errors for a summary, in field order; `focus()` focuses the field. */
  summary: FieldError[];
  processing: boolean;
  isDirty: boolean;
  /** Upload progress in percent. */
  uploaded: number | null;
  reset: () => void;
}

export interface PageFormProps extends Omit<FormProps, 'children'> {
  children: (state: PageFormState) => ReactNode;
  /** Turn off for forms where leaving loses nothing. Searches (GET) are never guarded. */
  guard?: boolean;
  /** For edit forms: the initial values, from the page's `opened`. */
  opened?: Values | null;
}

/** A form that is answered by a page: shows server errors and blank required fields, focuses the first, and asks before unsaved changes are lost. Changing a field clears its error. watchForms and navigation.ts make sure that every form is sent once and never with blank required fields. */
export function PageForm({
  children,
  guard = true,
  opened,
  onBefore,
  onSuccess,
  onError,
  transform,
  ...props
}: PageFormProps) {
  const anchor = useRef<HTMLInputElement>(null);
  const dirty = useRef(false);
  const clear = useRef<(field: string) => void>(() => {});
  const { blanks, handlers } = useFieldCheck((field) => clear.current(field));
  const edit = useEdit(anchor, opened);
  const guarded = guard && (props.method ?? 'get').toLowerCase() !== 'get';
  useUnsavedGuard(dirty);

  return (
    <>
      <Form
        {...props}
        {...handlers}
        onBefore={(visit) => {
          if (visit.method !== 'get' && anchor.current) visit.headers[KEY_HEADER] = keyOf(anchor.current);
          return onBefore?.(visit);
        }}
        onSuccess={(page) => {
          dropKey(anchor.current);
          return onSuccess?.(page);
        }}
        transform={(data) => edit.send((transform ? transform(data) : data) as Values)}
        onError={(errors) => {
          onError?.(errors);
          if (edit.ask(errors)) return;
          // After the fields are rendered with their errors.
          requestAnimationFrame(() => anchor.current?.form && focusField(anchor.current.form, Object.keys(errors)));
        }}
      >
        {({ errors, processing, isDirty, uploaded, reset, clearError }) => {
          dirty.current = guarded && isDirty;
          // Ticking a confirmation belongs to the conflict dialog.
          clear.current = (field) => {
            if (field in errors && !field.startsWith('confirm_')) clearError(field);
          };
          const all = { ...without(errors, CONFLICTS), ...blanks };
          return (
            <>
              {/* Finds the form element, which Inertia does not expose. Never sent. */}
              <input ref={anchor} type="hidden" disabled {...{ [KEY_HOLDER]: '' }} />
              {children({
                errors: all,
                summary: errorSummary(() => anchor.current?.form ?? null, all),
                processing,
                isDirty,
                uploaded,
                reset,
              })}
            </>
          );
        }}
      </Form>
      {edit.dialog}
    </>
  );
}
