export const sum = (points: { value: number }[]): number => points.reduce((all, { value }) => all + value, 0);
