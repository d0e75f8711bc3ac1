import { Form, type FormProps } from './form.tsx';
import { useRef, type ComponentType, createElement, type RefObject, useEffect, useState, type ReactNode } from 'react';
import { errorSummary, focusField, type FieldError } from './error-summary.ts';
import {
  CONFLICTS,
  type Values,
  type FieldConflict,
  keepOpened,
  valueAt,
  withValue,
} from '../conflicts/edit-conflict.ts';
import { dropKey, KEY_HEADER, KEY_HOLDER, keyOf } from '../form-key.ts';
import { useFieldCheck, without } from './use-field-check.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import type { ConflictDialogProps } from '../conflicts/conflict-dialog.tsx';

interface PageFormState {
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

interface PageFormProps extends Omit<FormProps, 'children'> {
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

interface Asked {
  Dialog: ComponentType<ConflictDialogProps>;
  conflicts: FieldConflict[];
}

/** Prevents lost updates: sends the values the form was opened with, asks about fields that others changed, and sends the answers. */
function useEdit(anchor: RefObject<HTMLInputElement | null>, opened: Values | null | undefined) {
  const base = useRef(opened ?? null);
  const sent = useRef<Values>({});
  /** Values of others that the user chose to keep, until the field is edited again. */
  const theirs = useRef(new Map<string, { value: unknown; instead: string }>());
  const isAnswering = useRef(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const form = anchor.current?.form;
    if (form) keepOpened(form, base);
  }, [anchor]);

  const answer: ConflictDialogProps['onAnswer'] = (answers) => {
    for (const { field, value, keep } of answers) {
      base.current = withValue(base.current ?? {}, field, value);
      if (keep === 'theirs') theirs.current.set(field, { value, instead: textOf(valueAt(sent.current, field)) });
    }
    setAsked(null);
    isAnswering.current = true;
    anchor.current?.form?.requestSubmit();
  };

  return {
    /** The form data to send. */
    send(data: Values): Values {
      sent.current = data;
      if (!base.current) return data;
      let all = data;
      for (const [field, { value, instead }] of theirs.current)
        if (isAnswering.current || textOf(valueAt(data, field)) === instead) all = withValue(all, field, value);
        else theirs.current.delete(field);
      isAnswering.current = false;
      return { ...all, opened: base.current };
    },
    /** Asks about conflicts in a form's errors; returns whether there are any. */
    ask(errors: Record<string, string>): boolean {
      const text = errors[CONFLICTS];
      if (!text) return false;
      const conflicts = JSON.parse(text) as FieldConflict[];
      void import('../conflicts/conflict-dialog.tsx').then(({ ConflictDialog }) =>
        setAsked({ Dialog: ConflictDialog, conflicts }),
      );
      return true;
    },
    dialog: asked
      ? (createElement(asked.Dialog, {
          form: anchor.current?.form ?? null,
          conflicts: asked.conflicts,
          onAnswer: answer,
          onClose: () => setAsked(null),
        }) as ReactNode)
      : null,
  };
}

const textOf = (value: unknown) => JSON.stringify(value ?? null);
