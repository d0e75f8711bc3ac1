/** Icons that a feature can have, by their names in the icon set. */
export const featureIcons = [
  'school',
  'book',
  'books',
  'chalkboard',
  'certificate',
  'trophy',
  'microscope',
  'flask',
  'atom',
  'calculator',
  'code',
  'device-laptop',
  'language',
  'music',
  'palette',
  'ball-football',
  'swimming',
  'users',
  'heart',
  'shield-check',
  'stethoscope',
  'tools',
  'tools-kitchen-2',
  'bed',
  'bus',
  'building',
  'plant',
  'bulb',
  'calendar',
  'world',
] as const;
export type FeatureIcon = (typeof featureIcons)[number];

/** The label of an icon: 'tools-kitchen-2' → 'Tools kitchen'. */
export const iconLabel = (name: string): string => {
  const words = name.replace(/-?\d+$/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
