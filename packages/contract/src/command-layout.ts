/** Where a tool or a route stands among the commands of `svc`, and what its fields are called there. */
export interface CommandLayout {
  path: readonly [string, ...string[]]
  /** Fields that are arguments, not flags. */
  arguments?: readonly string[]
  /** Flags that have another name than their field. */
  flags?: Readonly<Record<string, string>>
  /** Flags that take the name of a file in which a field's text stands, by their fields. */
  files?: Readonly<Record<string, string>>
  /** Flags without a value of their own, and what each states. */
  switches?: Readonly<Record<string, CommandSwitch>>
  /** Fields whose values the command itself states. */
  values?: Readonly<Record<string, unknown>>
  /** Takes all fields as one object, too: by `--data`, or by `--file`. */
  takesObject?: true
  /** Other words for a field's values. */
  aliases?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What follows from a field that is stated, where nothing else is said. */
  implied?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** One of these fields has to be stated. */
  oneOf?: readonly string[]
  /** A field that isn't sent where one of these is stated. */
  yields?: Readonly<Record<string, readonly string[]>>
  /** Values that stand in answers and that no filter takes, by their fields. */
  answersOnly?: Readonly<Record<string, readonly string[]>>
  /** Its answer is one thing, whatever lists that holds. */
  single?: true
  /** The code of a refusal, where one field alone can be what is wrong. */
  refusedAs?: string
}

/** What a flag without a value states. */
export interface CommandSwitch {
  field: string
  value: unknown
  brief: string
}
