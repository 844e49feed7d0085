/** A number of things: "1 day", "41,200 pictures", "2 entries". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
