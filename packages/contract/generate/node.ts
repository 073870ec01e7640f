import ts from 'typescript'

/** As much of a valibot schema as is read here. */
export interface Schema {
  type: string
  /** Of an object. */
  entries?: Record<string, Schema>
  /** Of what may be null or absent. */
  wrapped?: Schema
  /** Of a list. */
  item?: Schema
  /** Of a record. */
  key?: Schema
  value?: Schema
  literal?: unknown
  /** Words, or schemas. */
  options?: readonly unknown[]
}

/** A schema, and its type: the fields of that have the docstrings. */
export interface Node {
  schema: Schema
  type: ts.Type | undefined
}

/** Goes from schemas to their parts. */
export class Nodes {
  constructor(private readonly checker: ts.TypeChecker) {}

  child({ schema, type }: Node, part: 'wrapped' | 'item' | 'key' | 'value'): Node {
    return { schema: schema[part]!, type: this.typeOf(type, part) }
  }

  options({ schema, type }: Node): Node[] {
    const types = this.typeOf(type, 'options')
    return schema.options!.map((option, index) => ({
      schema: option as Schema,
      type: this.typeOf(types, String(index)),
    }))
  }

  /** An object's fields, each with where it is declared: that is the same place for one that was spread from elsewhere. */
  fields({ schema, type }: Node): Map<string, Node & { declaration: ts.Node | undefined }> {
    const entries = this.typeOf(type, 'entries')
    return new Map(
      Object.entries(schema.entries ?? {}).map(([key, field]) => {
        const declaration = this.declarationOf(entries, key)
        return [key, { schema: field, type: this.typeOf(entries, key), declaration }]
      }),
    )
  }

  /** What a schema takes, as TypeScript writes it: for those that only their type describes. */
  inputOf({ schema, type }: Node): string {
    const input = this.typeOf(this.typeOf(type, '~types')?.getNonNullableType(), 'input')
    if (!input) throw new Error(`A schema of the type ${schema.type} needs a type written by hand`)
    return this.checker.typeToString(input, undefined, ts.TypeFormatFlags.NoTruncation)
  }

  typeOf(type: ts.Type | undefined, property: string): ts.Type | undefined {
    const symbol = type && this.checker.getPropertyOfType(type, property)
    return symbol && this.checker.getTypeOfSymbol(symbol)
  }

  declarationOf(type: ts.Type | undefined, property: string): ts.Node | undefined {
    return type && this.checker.getPropertyOfType(type, property)?.declarations?.[0]
  }
}

/** The docstring before a declaration as it is written, with the end of its line; nothing where there is none. */
export function docOf(declaration: ts.Node | undefined): string {
  const docs = declaration ? ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc) : []
  return docs.length === 0 ? '' : `${docs.at(-1)!.getText()}\n`
}
