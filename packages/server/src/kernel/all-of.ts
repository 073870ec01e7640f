/** What has all of a union’s members at once: of `A | B`, `A & B`. */
export type AllOf<Union> = (Union extends unknown ? (_: Union) => void : never) extends (_: infer All) => void
  ? All
  : never
