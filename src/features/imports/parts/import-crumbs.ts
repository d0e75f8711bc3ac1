export const importCrumbs = [
  { label: 'Students', href: '/students' },
  { label: 'Imports', href: '/imports' },
];
