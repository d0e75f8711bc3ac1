import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { confirm } from '#ui/overlays/confirm.tsx';

/**
 * Choices that were made on the page and not checked yet; a new check has another version of the plan. Each form is
 * applied alone, so it asks before choices in another one are lost, as a link does before all of them are.
 */
export function usePendingChoices(seen: string) {
  const [chosen, setChosen] = useState<{ seen: string; forms: string[] }>({ seen, forms: [] });
  const isAgreed = useRef(false);
  const forms = chosen.seen === seen ? chosen.forms : [];
  const isUnsaved = useRef(false);
  useEffect(() => void (isUnsaved.current = forms.length > 0), [forms.length]);
  useUnsavedGuard(isUnsaved);
  const losesOthers = (form?: string) => forms.some((one) => one !== form);
  return {
    isPending: forms.length > 0,
    drop: () => setChosen({ seen, forms: [] }),
    /** Whether something else on the page may be applied. */
    mayApply: async () => !losesOthers() || confirm(question),
    /** For the element around the forms. */
    around: {
      onChange({ target }: FormEvent) {
        const form = (target as HTMLInputElement).form?.action;
        if (form && !forms.includes(form)) setChosen({ seen, forms: [...forms, form] });
      },
      async onSubmitCapture(event: FormEvent) {
        const form = event.target as HTMLFormElement;
        if (isAgreed.current || !losesOthers(form.action)) return;
        event.preventDefault();
        event.stopPropagation();
        isAgreed.current = await confirm(question);
        if (isAgreed.current) form.requestSubmit();
        isAgreed.current = false;
      },
    },
  };
}

const question = {
  title: 'Apply this alone?',
  body: 'You made other choices on this page that are not applied. They will be lost.',
  action: 'Apply this alone',
  tone: 'bad' as const,
};
