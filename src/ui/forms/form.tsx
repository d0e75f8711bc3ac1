import {
  formDataToObject,
  mergeDataIntoQueryString,
  resetFormFields,
  router,
  type FormDataConvertible,
  type Method,
  type Visit,
  type VisitCallbacks,
} from '@inertiajs/core';
import { startTransition, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { without } from './use-field-check.ts';

type Errors = Record<string, string>;
type Data = Record<string, FormDataConvertible>;
type Calls = Pick<VisitCallbacks, 'onBefore' | 'onSuccess' | 'onError'>;

interface FormState {
  errors: Errors;
  processing: boolean;
  isDirty: boolean;
  /** Upload progress in percent. */
  uploaded: number | null;
  reset: () => void;
  clearError: (field: string) => void;
}

export interface FormProps
  extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'children' | keyof Calls>, Partial<Calls> {
  action: string;
  method?: Method;
  options?: Partial<Pick<Visit, 'preserveScroll' | 'preserveState' | 'only' | 'replace'>>;
  transform?: (data: Data) => Record<string, unknown>;
  resetOnSuccess?: boolean;
  resetOnError?: boolean;
  children: ReactNode | ((state: FormState) => ReactNode);
}

/** A form whose answer is a page. Once it succeeds, what it holds counts as unchanged. */
export function Form({
  action,
  method = 'get',
  options,
  transform = (data) => data,
  resetOnSuccess,
  resetOnError,
  onBefore,
  onSuccess,
  onError,
  children,
  ...props
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef(new FormData());
  const [errors, setErrors] = useState<Errors>({});
  const [isProcessing, setProcessing] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [uploaded, setUploaded] = useState<number | null>(null);

  useEffect(() => {
    const element = form.current!;
    initial.current = new FormData(element);
    const compare = ({ type }: Event) =>
      startTransition(() =>
        setDirty(type !== 'reset' && contentOf(new FormData(element)) !== contentOf(initial.current)),
      );
    for (const event of ['input', 'change', 'reset']) element.addEventListener(event, compare);
    return () => {
      for (const event of ['input', 'change', 'reset']) element.removeEventListener(event, compare);
    };
  }, []);

  const reset = () => form.current && resetFormFields(form.current, initial.current);
  const submit = (button: HTMLElement | null) => {
    const [url, data] = mergeDataIntoQueryString(
      method,
      action,
      formDataToObject(new FormData(form.current!, button)) as Data,
    );
    router.visit(url, {
      method,
      data: transform(data as Data) as Data,
      preserveState: method !== 'get',
      onBefore,
      onStart: () => setProcessing(true),
      onProgress: (progress) => setUploaded(progress?.percentage ?? null),
      async onSuccess(page) {
        setErrors({});
        const result = await onSuccess?.(page);
        if (resetOnSuccess) reset();
        if (form.current) initial.current = new FormData(form.current);
        setDirty(false);
        return result;
      },
      onError(all) {
        setErrors(all as Errors);
        onError?.(all);
        if (resetOnError) reset();
      },
      onFinish() {
        setProcessing(false);
        setUploaded(null);
      },
      ...options,
    });
  };

  const state = {
    errors,
    processing: isProcessing,
    isDirty,
    uploaded,
    reset,
    clearError: (field: string) => setErrors((known) => without(known, field)),
  };
  return (
    <form
      {...props}
      ref={form}
      action={action}
      method={method}
      onSubmit={(event) => {
        event.preventDefault();
        submit((event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      {typeof children === 'function' ? children(state) : children}
    </form>
  );
}

/** Equal for forms with the same values, in whatever order their fields are. */
function contentOf(data: FormData): string {
  const entries = [...data].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
  ]);
  return JSON.stringify(entries.toSorted(([one], [other]) => (one! < other! ? -1 : Number(one! > other!))));
}
