/** A problem with one field. */
export interface Issue {
  /** Keys and indexes from the input's root to the field. */
  path: (string | number)[]
  /** Names the field and the remedy. */
  message: string
  /**
   * Where in the text of the field, such as `sql` as it was sent: how many characters (code points) stand before it, its
   * line, and its place in that line, from 1. Absent: nowhere in particular, or not known.
   */
  position?: { offset: number; line: number; column: number }
}
