import ts from 'typescript'
import type { FieldText, TypeText } from '../src/openapi/texts.ts'
import { readProgram, sources } from './program.ts'

const header = `import type { TypeText } from '../openapi/texts.ts'

/** What the docstrings of the contract's types say. Written by \`pnpm generate\`; a test fails when it is out of date. */
`

/** `src/generated/type-texts.ts`: what the docstrings say, for \`/openapi.json\`. */
export function renderTexts(): string {
  return `${header}export const typeTexts: Record<string, TypeText> = ${JSON.stringify(describeTypes())}\n`
}

/** What the docstrings of the contract's interfaces say, by interface; and what the routes' inputs and answers are. */
function describeTypes(): Record<string, TypeText> {
  const program = readProgram(['index.ts'])
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(`${sources}index.ts`)!
  const described: Record<string, TypeText> = {}

  /** Interfaces and aliases of the contract by name; what has type parameters is told where it is used. */
  const isNamed = (symbol: ts.Symbol | undefined): symbol is ts.Symbol => {
    const declaration = symbol?.declarations?.[0]
    if (!declaration || !declaration.getSourceFile().fileName.includes('/contract/src/')) return false
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isTypeAliasDeclaration(declaration)) return false
    return declaration.typeParameters === undefined
  }

  const textOf = (symbol: ts.Symbol): FieldText => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim()
    const examples = symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === 'example')
      .map(({ text }): unknown => JSON.parse(ts.displayPartsToString(text)))
    return { ...(text === '' ? {} : { text: plain(text) }), ...(examples.length === 0 ? {} : { examples }) }
  }

  function fieldsOf(type: ts.Type): Record<string, FieldText> {
    const fields: Record<string, FieldText> = {}
    for (const property of checker.getPropertiesOfType(type)) {
      const told = { ...textOf(property), ...whatIs(checker.getTypeOfSymbol(property)) }
      if (Object.keys(told).length > 0) fields[property.name] = told
    }
    return fields
  }

  /** What a value of this type is made of: named types by name, others by their fields. */
  function whatIs(type: ts.Type): Pick<FieldText, 'is' | 'fields'> {
    const named = isNamed(type.aliasSymbol) ? type.aliasSymbol : type.symbol
    if (isNamed(named)) {
      describe(named, type)
      return { is: [named.name] }
    }
    if (type.isUnion()) return merge(type.types.map(whatIs))
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    if (item && (type.flags & ts.TypeFlags.Object) !== 0) return whatIs(item)
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return {}
    const fields = fieldsOf(type)
    return Object.keys(fields).length === 0 ? {} : { fields }
  }

  function describe(symbol: ts.Symbol, type: ts.Type): void {
    if (described[symbol.name] !== undefined) return
    const told: TypeText = textOf(symbol)
    described[symbol.name] = told
    const declared = checker.getDeclaredTypeOfSymbol(symbol)
    const parts = declared.isUnion() ? declared.types : [type]
    if (declared.isUnion()) {
      const members = merge(parts.map((part) => (part.symbol === symbol ? {} : whatIs(part))))
      Object.assign(told, members)
      return
    }
    const fields = (declared.flags & ts.TypeFlags.Object) === 0 ? {} : fieldsOf(declared)
    if (Object.keys(fields).length > 0) told.fields = fields
  }

  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (isNamed(target) && !isInner(target.name)) describe(target, checker.getDeclaredTypeOfSymbol(target))
  }
  return Object.fromEntries(
    Object.entries(described)
      .filter(([, told]) => Object.keys(told).length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** Types of the code, which no document shows. */
const isInner = (name: string) =>
  /^(?:Resolved|Operation|OpenApi|ToolDefinition|ToolInputs|ToolOutputs|RouteDefinition)|.Route(?:In|Out)puts$/.test(
    name,
  )

/** `{@link X}` reads as `X`. */
const plain = (text: string) => text.replace(/\{@link ([^}]+)\}/g, '$1')

function merge(all: Pick<FieldText, 'is' | 'fields'>[]): Pick<FieldText, 'is' | 'fields'> {
  const is = [...new Set(all.flatMap((one) => one.is ?? []))]
  const fields = Object.assign({}, ...all.map((one) => one.fields ?? {})) as Record<string, FieldText>
  return {
    ...(is.length === 0 ? {} : { is }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  }
}
