export const sizes = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 375, height: 740 },
];
