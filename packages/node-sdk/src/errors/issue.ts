/** What is wrong with one field. */
export interface Issue {
  path: (string | number)[]
  /** Names the field and the remedy. */
  message: string
}
