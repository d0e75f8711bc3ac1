import { Form } from '@inertiajs/react';
import { useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { errorSummary, focusField } from './error-summary.ts';
import type { FieldError } from './error-summary.ts';
import { CONFLICTS, type Values } from './edit-conflict.ts';
import { dropKey, KEY_HEADER, KEY_HOLDER, keyOf } from './form-key.ts';
import { useEdit } from './use-edit.ts';
import { useFieldCheck, without } from './use-field-check.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type InertiaForm = ComponentProps<typeof Form>;

export interface PageFormState {
  /** The message for each field by its name: the server's, or that a required field is blank. */
  errors: Record<string, string>;
  /** The same for a summary on top, in the order of the fields; `focus()` leads to the field. */
  summary: FieldError[];
  processing: boolean;
  isDirty: boolean;
  /** Percent of an upload that has left, while there is one. */
  uploaded: number | null;
  reset: () => void;
}

export interface PageFormProps extends Omit<InertiaForm, 'children' | 'ref'> {
  children: (state: PageFormState) => ReactNode;
  /** Off for forms where nothing is lost by leaving. Searches (GET) are never guarded. */
  guard?: boolean;
  /** Of a form that edits a record: the values it shows, as the page's `opened` has them. */
  opened?: Values | null;
}

/**
 * A form that is answered by a page: shows the errors of the server and of blank required fields, leads to the first,
 * and asks before unsaved entries are left. A field that is changed loses its error. That it is sent once, and never with blanks, holds for all forms (watchForms
 * and navigation.ts).
 */
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
        setDefaultsOnSuccess
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
        transform={(data) => edit.send((transform ? transform(data) : data) as Values) as never}
        onError={(errors) => {
          onError?.(errors);
          if (edit.ask(errors)) return;
          // After the fields have been drawn with their messages.
          requestAnimationFrame(() => anchor.current?.form && focusField(anchor.current.form, Object.keys(errors)));
        }}
      >
        {({ errors, processing, isDirty, progress, reset, clearErrors }) => {
          dirty.current = guarded && isDirty;
          // The tick that answers a question is part of the question.
          clear.current = (field) => {
            if (field in errors && !field.startsWith('confirm_')) clearErrors(field as never);
          };
          const all = { ...without(errors, CONFLICTS), ...blanks };
          return (
            <>
              {/* Inertia does not hand out its form element: this finds it, and is never sent. */}
              <input ref={anchor} type="hidden" disabled {...{ [KEY_HOLDER]: '' }} />
              {children({
                errors: all,
                summary: errorSummary(() => anchor.current?.form ?? null, all),
                processing,
                isDirty,
                uploaded: progress?.percentage ?? null,
                reset: () => reset(),
              })}
            </>
          );
        }}
      </Form>
      {edit.dialog}
    </>
  );
}
