/** Several texts: a list, or, as a script tag's attribute has it, one text with commas or blanks in between. */
export type List = string | string[]

/** The texts of a list, in lower case. One that is missing or empty has the empty text. */
export const toList = (list: List | false = ''): string[] =>
  String(list)
    .toLowerCase()
    .split(/[\s,]+/)
