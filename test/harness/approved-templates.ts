/** As the Graph API lists templates: the second has a picture. */
export const approved = [
  {
    ...{ name: 'fees_due', language: 'en', status: 'APPROVED', id: '1' },
    components: [{ type: 'BODY', text: 'Dear {{1}}, {{2}} is due. Thank you.' }],
  },
  {
    ...{ name: 'open_day', language: 'en', status: 'APPROVED', id: '2' },
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Come' },
    ],
  },
];
