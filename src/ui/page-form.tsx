import { Form } from '@inertiajs/react';
import { useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { errorSummary, focusField } from './error-summary.ts';
import type { FieldError } from './error-summary.ts';
import { dropKey, KEY_HEADER, KEY_HOLDER, keyOf } from './form-key.ts';
import { useFieldCheck } from './use-field-check.ts';
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
}

/**
 * A form that is answered by a page: shows the errors of the server and of blank required fields, leads to the first,
 * and asks before unsaved entries are left. That it is sent once, and never with blanks, holds for all forms (watchForms
 * and navigation.ts).
 */
export function PageForm({ children, guard = true, onBefore, onSuccess, onError, ...props }: PageFormProps) {
  const anchor = useRef<HTMLInputElement>(null);
  const dirty = useRef(false);
  const { blanks, handlers } = useFieldCheck();
  const guarded = guard && (props.method ?? 'get').toLowerCase() !== 'get';
  useUnsavedGuard(dirty);

  return (
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
      onError={(errors) => {
        onError?.(errors);
        // After the fields have been drawn with their messages.
        requestAnimationFrame(() => anchor.current?.form && focusField(anchor.current.form, Object.keys(errors)));
      }}
    >
      {({ errors, processing, isDirty, progress, reset }) => {
        dirty.current = guarded && isDirty;
        const all = { ...(errors as Record<string, string>), ...blanks };
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
  );
}
