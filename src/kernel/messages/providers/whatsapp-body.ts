import { digits } from './fields.ts';
import type { ToSend } from './provider.ts';

/**
 * The template that was chosen; otherwise free text within 24 hours of the recipient's own message, and after that the
 * approved template of the settings around it.
 */
export function bodyOf({ settings, to, text, isWindowOpen, template: chosen }: ToSend) {
  const common = { messaging_product: 'whatsapp', recipient_type: 'individual', to: digits(to) };
  if (chosen) return { ...common, ...inTemplate(chosen.name, chosen.language, chosen.values) };
  if (isWindowOpen) return { ...common, type: 'text', text: { preview_url: false, body: text } };
  return { ...common, ...inTemplate(settings.template, settings.language, [text]) };
}

function inTemplate(name: string | undefined, language: string | undefined, values: string[]) {
  // A variable can't be empty, nor have line breaks, tabs or wide gaps.
  const parameters = values.map((value) => ({ type: 'text', text: value.replace(/\s+/g, ' ').trim() || '-' }));
  const components = parameters.length ? [{ type: 'body', parameters }] : [];
  return { type: 'template', template: { name, language: { code: language }, components } };
}
