/** As the Graph API lists templates: the second has a picture. */
export const approved = [
  {
    name: 'fees_due',
    language: 'en',
    status: 'APPROVED',
    id: '1',
    components: [{ type: 'BODY', text: 'Dear {{1}}, {{2}} is due. Thank you.' }],
  },
  {
    name: 'open_day',
    language: 'en',
    status: 'APPROVED',
    id: '2',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Come' },
    ],
  },
];

/** The values of a template, or the text without one. */
export function whatsappText({ template, text }: Record<string, unknown>): string {
  if (!template) return (text as { body: string }).body;
  const { components } = template as { components: { parameters: { text: string }[] }[] };
  return (components[0]?.parameters ?? []).map((value) => value.text).join(' | ');
}
