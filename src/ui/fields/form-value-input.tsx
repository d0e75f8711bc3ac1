import { useEffect, useRef } from 'react';

interface CarrierProps {
  /** Without a name it is not sent and only marks a blank required field. */
  name?: string;
  value: string;
  required?: boolean;
  disabled?: boolean;
  /** Called when a draft is restored. */
  onRestore?: (value: string) => void;
  /** Moves the focus to the visible control. */
  onFocus?: () => void;
}

/** The form value of a composite control. Not a hidden input, so that drafts store it, the form notices changes, and a blank required value stops the form (1.5, 5.5). */
export function FormValueInput({ name, value, required, disabled, onRestore, onFocus }: CarrierProps) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useEffect(() => {
    if (sent.current === value) return;
    sent.current = value;
    for (const event of ['input', 'change']) input.current?.dispatchEvent(new Event(event, { bubbles: true }));
  }, [value]);
  return (
    <input
      ref={input}
      className="visually-hidden"
      aria-hidden
      tabIndex={-1}
      autoComplete="off"
      readOnly
      data-carrier
      name={name}
      value={value}
      required={required}
      disabled={disabled}
      onFocus={onFocus}
      onChange={(event) => onRestore?.(event.target.value)}
    />
  );
}
