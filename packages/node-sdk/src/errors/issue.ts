/** A problem with one field. */
export interface Issue {
  /** Keys and indexes from the input's root to the field. */
  path: (string | number)[]
  /** Names the field and the remedy. */
  message: string
}
