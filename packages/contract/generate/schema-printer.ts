import { docOf, type Node, type Nodes } from './node.ts'
import type { Named, NamedSchema } from './read-schemas.ts'

/** Prints what schemas take as TypeScript. */
export class SchemaPrinter {
  constructor(
    private readonly nodes: Nodes,
    private readonly named: Named,
  ) {}

  /** A type that is exported under its name. Fields that were spread from another named schema are inherited. */
  declare({ name, node, declaration, alias }: NamedSchema): string {
    const doc = `${docOf(declaration)}export`
    if (alias !== undefined) return `${doc} type ${name} = ${alias}`
    if (!node.schema.entries) return `${doc} type ${name} = ${this.printUnnamed(node)}`
    const base = this.findBase(node, name)
    const fields = this.printObject(node, base)
    return `${doc} interface ${name} ${base ? `extends ${base.name} ` : ''}${fields}`
  }

  print(node: Node): string {
    const { schema } = node
    const name = this.named.names.get(schema) ?? this.named.names.get(schema.options)
    if (name !== undefined) return name
    const base = schema.entries && this.findBase(node)
    if (!base) return this.printUnnamed(node)
    if (this.sizeOf(base.node) === this.sizeOf(node)) return base.name
    return `(${this.printObject(node, base)} & ${base.name})`
  }

  private printUnnamed(node: Node): string {
    const { schema } = node
    if (schema.entries) return this.printObject(node)
    const inner = (part: 'wrapped' | 'item' | 'key' | 'value') => this.print(this.nodes.child(node, part))
    switch (schema.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
        return schema.type
      case 'literal':
        return printWord(schema.literal)
      case 'picklist':
        return schema.options!.map(printWord).join(' | ')
      case 'nullable':
        return `${inner('wrapped')} | null`
      case 'optional':
        return inner('wrapped')
      case 'array':
        return `(${inner('item')})[]`
      case 'record':
        return `Record<${inner('key')}, ${inner('value')}>`
      case 'variant':
      case 'union':
        return this.nodes
          .options(node)
          .map((option) => this.print(option))
          .join(' | ')
      default:
        return this.nodes.inputOf(node)
    }
  }

  private printObject(node: Node, base?: NamedSchema): string {
    const lines = [...this.nodes.fields(node)]
      .filter(([key]) => base?.node.schema.entries?.[key] === undefined)
      .map(([key, { declaration, ...field }]) => {
        const mark = field.schema.type === 'optional' ? '?' : ''
        return `${docOf(declaration)}${JSON.stringify(key)}${mark}: ${this.print(field)}`
      })
    const rest = node.schema.type === 'loose_object' ? ['[key: string]: unknown'] : []
    const all = [...lines, ...rest]
    return all.some((line) => line.includes('\n')) ? `{\n${all.join('\n')}\n}` : `{ ${all.join('; ')} }`
  }

  /** The named schema all of whose fields stand in this one as they are declared there; of several the largest. */
  private findBase(node: Node, name?: string): NamedSchema | undefined {
    const fields = this.nodes.fields(node)
    const isWithin = (base: NamedSchema) => {
      const own = [...this.nodes.fields(base.node)]
      if (own.length === 0 || own.length > fields.size) return false
      // One that picks its fields from another is nobody's base.
      const isOriginal = own.some(
        ([, { declaration }]) => declaration && contains(base.declaration, declaration),
      )
      if (own.length < fields.size && !isOriginal) return false
      return own.every(
        ([key, { declaration }]) => declaration && fields.get(key)?.declaration === declaration,
      )
    }
    return this.named.schemas
      .filter((base) => base.name !== name && base.alias === undefined && isWithin(base))
      .sort((left, right) => this.sizeOf(right.node) - this.sizeOf(left.node))[0]
  }

  private sizeOf({ schema }: Node): number {
    return Object.keys(schema.entries ?? {}).length
  }
}

const contains = (whole: { pos: number; end: number; getSourceFile(): unknown }, part: typeof whole) =>
  whole.getSourceFile() === part.getSourceFile() && whole.pos <= part.pos && part.end <= whole.end

const printWord = (word: unknown) => (typeof word === 'string' ? JSON.stringify(word) : String(word))
