export const say = (line: string) => console.log(line);
