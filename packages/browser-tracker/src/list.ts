/** Several texts: as a list or, as a script tag's attribute has it, as one text with commas or blanks in between. */
export type List = string | string[]

/** The texts of a list, in lower case; none where it is missing. */
export const toList = (list: List = ''): string[] =>
  String(list)
    .toLowerCase()
    .match(/[^\s,]+/g) || []
