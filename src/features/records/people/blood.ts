/* Separate from the schemas, so that forms don't load those in the browser. */
export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;
export const genotypes = ['AA', 'AS', 'SS', 'AC', 'SC', 'CC'] as const;
