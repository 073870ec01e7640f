import { fileURLToPath } from 'node:url'
import type { StreamOperation, ToolName } from '@customer-intel/contract'
import ts from 'typescript'
import type { ClientOperation } from './operations.ts'

const folder = fileURLToPath(new URL('../../contract/src/', import.meta.url))

/** The parts of a call as the contract's types write them; absent: the call takes none. */
export interface InputTypes {
  query?: { type: string; isOptional: boolean }
  body?: { type: string; isOptional: boolean }
}

/** The contract's types, read from its sources. */
export interface ContractTypes {
  inputOf(name: ClientOperation | StreamOperation): InputTypes
  /** The data of a route's answer as the contract's types write it, without the envelope of a command. */
  dataOf(name: ClientOperation | StreamOperation): string
  /** What a tool takes and answers. */
  toolTypesOf(name: ToolName): { input: string; output: string; isInputless: boolean }
  /** The names of the exported types that inputs, and that answers, are made of. */
  reachableFrom(names: { operations: (ClientOperation | StreamOperation)[]; tools: ToolName[] }): {
    inputs: Set<string>
    answers: Set<string>
  }
}

export function readContractTypes(): ContractTypes {
  const entry = `${folder}index.ts`
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!)
      .map((symbol) => [symbol.name, symbol]),
  )

  /** The type that a map of the contract, such as `RouteInputs`, gives to a name. */
  function entryOf(map: string, name: string): ts.TypeNode {
    const property = checker.getDeclaredTypeOfSymbol(exported.get(map)!).getProperty(name)
    const declaration = property?.valueDeclaration
    if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type) {
      throw new Error(`The contract's ${map} has no ${name}`)
    }
    return declaration.type
  }

  /** The exported types of the contract that a type is written with, and those that they are written with. */
  function collect(node: ts.Node, into: Set<string>) {
    const named = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : null
    const symbol = named && checker.getSymbolAtLocation(named)
    if (symbol) {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      for (const declaration of target.declarations ?? []) {
        const { fileName } = declaration.getSourceFile()
        if (!fileName.startsWith(folder) || into.has(target.name)) continue
        if (!ts.isInterfaceDeclaration(declaration) && !ts.isTypeAliasDeclaration(declaration)) continue
        if (exported.has(target.name)) into.add(target.name)
        collect(declaration, into)
      }
    }
    ts.forEachChild(node, (child) => collect(child, into))
  }

  return {
    inputOf(name) {
      const node = entryOf('RouteInputs', name)
      const input: InputTypes = {}
      if (!ts.isTypeLiteralNode(node)) return input
      for (const member of node.members) {
        if (!ts.isPropertySignature(member) || !member.type) continue
        const key = member.name.getText()
        const isOptional = member.questionToken !== undefined
        if (key === 'query' || key === 'body') input[key] = { type: member.type.getText(), isOptional }
      }
      return input
    },
    dataOf(name) {
      const node = entryOf('RouteOutputs', name)
      const isCommand = ts.isTypeReferenceNode(node) && node.typeName.getText() === 'CommandSuccess'
      return (isCommand ? node.typeArguments![0]! : node).getText()
    },
    toolTypesOf(name) {
      const input = entryOf('ToolInputs', name)
      const output = checker.getDeclaredTypeOfSymbol(exported.get('ToolOutputs')!).getProperty(name)!
      return {
        input: input.getText(),
        output: checker.typeToString(
          checker.getTypeOfSymbol(output),
          undefined,
          ts.TypeFormatFlags.NoTruncation,
        ),
        isInputless: checker
          .getTypeFromTypeNode(input)
          .getProperties()
          .every((property) => property.flags & ts.SymbolFlags.Optional),
      }
    },
    reachableFrom({ operations, tools }) {
      const inputs = new Set<string>()
      const answers = new Set<string>()
      for (const name of operations.filter((operation) => operation !== 'callTool')) {
        collect(entryOf('RouteInputs', name), inputs)
        collect(entryOf('RouteOutputs', name), answers)
      }
      for (const name of tools) collect(entryOf('ToolInputs', name), inputs)
      for (const declaration of exported.get('ToolOutputs')?.declarations ?? []) collect(declaration, answers)
      return { inputs, answers }
    },
  }
}
