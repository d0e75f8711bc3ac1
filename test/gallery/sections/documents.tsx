import { Documents } from '#features/records/people/shared/documents.tsx';

export const title = 'Documents';

const paper = {
  type: 'Birth certificate',
  mediaType: 'application/pdf',
  size: 184_320,
  issuedOn: '2019-02-14',
  expiresOn: null,
  daysLeft: null,
  addedBy: 'Patience Ude',
  addedAt: '2026-11-21T08:44:00Z',
};
const rows = [
  { ...paper, id: 1, title: 'Birth certificate' },
  { ...paper, id: 2, title: 'Medical report', type: 'Medical report', expiresOn: '2026-12-01', daysLeft: 10 },
  { ...paper, id: 3, title: 'NIN slip', type: null, expiresOn: '2026-11-01', daysLeft: -20 },
];
const types = ['Birth certificate', 'Medical report', 'Other'];

/** Editable, read-only and empty. */
export default function Papers() {
  return (
    <div style={{ display: 'grid', gap: 16, maxWidth: 720 }}>
      <Documents rows={rows} types={types} action="/gallery/form" can={{ edit: true }} />
      <Documents rows={rows.slice(0, 1)} types={types} action="/gallery/form" can={{ edit: false }} />
      <Documents rows={[]} types={types} action="/gallery/form" can={{ edit: true }} />
    </div>
  );
}
