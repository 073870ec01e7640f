/**
 * An answer's type, open for what a newer server adds: where words are listed, other texts may come too. Editors still
 * offer the known words, and a variant is still told by its one word.
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
