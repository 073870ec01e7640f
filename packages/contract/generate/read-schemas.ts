import ts from 'typescript'
import { type Node, type Nodes, type Schema } from './node.ts'
import { sources, writtenSources } from './program.ts'

/** A schema that a type follows from: `CustomerSchema` is of `Customer`. */
export interface NamedSchema {
  name: string
  node: Node
  declaration: ts.VariableStatement
  /** Where it is another schema under a further name: the name of that one's type. */
  alias?: string
}

/** What the sources name. */
export interface Named {
  /** The schemas that types are written from, in the order of the sources. */
  schemas: NamedSchema[]
  /** The types of schemas, by the schema, and of lists of words, by the list. */
  names: Map<unknown, string>
  /** The types that people write, by name: each with its file. */
  written: Map<string, string>
}

/** Exported schemas of objects have a type each, unless somebody wrote one; `type X = (typeof xs)[number]` names words. */
export async function readSchemas(program: ts.Program, nodes: Nodes): Promise<Named> {
  const checker = program.getTypeChecker()
  const named: Named = { schemas: [], names: new Map(), written: new Map() }
  const files = writtenSources().map((file) => ({
    file,
    statements: program.getSourceFile(`${sources}${file}`)!.statements,
  }))
  for (const { file, statements } of files) {
    const module = (await import(`${sources}${file}`)) as Record<string, unknown>
    for (const { name, type } of exportedTypes(statements)) {
      named.written.set(name, file)
      const list = /^\(typeof (\w+)\)\[number\]$/.exec(type)?.[1]
      if (list !== undefined && module[list] !== undefined) named.names.set(module[list], name)
    }
  }
  for (const { file, statements } of files) {
    const module = (await import(`${sources}${file}`)) as Record<string, Schema>
    for (const declaration of statements.filter(ts.isVariableStatement)) {
      for (const { name: variable, initializer } of declaration.declarationList.declarations) {
        const [, name] = /^([A-Z]\w*)Schema$/.exec(variable.getText()) ?? []
        const exported = module[variable.getText()]
        if (name === undefined || exported === undefined) continue
        const whole = { schema: exported, type: checker.getTypeAtLocation(variable) }
        // Of a body that may be absent the type is that of one that is there.
        const node = exported.wrapped?.entries ? nodes.child(whole, 'wrapped') : whole
        const { schema } = node
        const isWritten = named.written.has(name)
        if (!isWritten && !schema.entries && schema.type !== 'variant' && schema.type !== 'union') continue
        const alias =
          initializer && ts.isIdentifier(initializer) ? initializer.text.replace(/Schema$/, '') : undefined
        if (alias === undefined && schema.type !== 'optional') named.names.set(schema, name)
        if (!isWritten) named.schemas.push({ name, node, declaration, ...(alias && { alias }) })
      }
    }
  }
  return named
}

function exportedTypes(statements: Iterable<ts.Statement>): { name: string; type: string }[] {
  return [...statements]
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map((statement) => ({
      name: statement.name.text,
      type: ts.isTypeAliasDeclaration(statement) ? statement.type.getText() : '',
    }))
}
