/**
 * An answer's type, open for additions of a newer server: enums may have further values. Editors still suggest the known
 * ones, and variants are still discriminated.
 */
export type Open<Value> = OpenWords<Extract<Value, string>> | OpenRest<Exclude<Value, string>>

type OpenWords<Word extends string> = [Word] extends [never]
  ? never
  : IsUnion<Word> extends true
    ? Word | (string & {})
    : Word

type OpenRest<Value> = Value extends readonly (infer Item)[]
  ? Open<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Open<Value[Key]> }
    : Value

type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never
