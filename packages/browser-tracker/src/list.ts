/** Several texts: as a list or, in a script tag's attribute, as one text separated by commas or spaces. */
export type List = string | string[]

/** The texts of a list, in lower case; empty if missing. */
export const toList = (list: List = ''): string[] =>
  String(list)
    .toLowerCase()
    .match(/[^\s,]+/g) || []
