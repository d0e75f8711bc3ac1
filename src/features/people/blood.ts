/* Apart from the schemas, so that a form in the browser does not bring them along. */
export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;
export const genotypes = ['AA', 'AS', 'SS', 'AC', 'SC', 'CC'] as const;
