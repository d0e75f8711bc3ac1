import { type ComponentType, createElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ConflictDialogProps } from '../conflicts/conflict-dialog.tsx';
import {
  CONFLICTS,
  type FieldConflict,
  keepOpened,
  valueAt,
  type Values,
  withValue,
} from '../conflicts/edit-conflict.ts';

interface Asked {
  Dialog: ComponentType<ConflictDialogProps>;
  conflicts: FieldConflict[];
}

/** Prevents lost updates: sends the values the form was opened with, asks about fields that others changed, and sends the answers. */
export function useEdit(anchor: RefObject<HTMLInputElement | null>, opened: Values | null | undefined) {
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
