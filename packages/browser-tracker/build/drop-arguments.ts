import { type Node, type Variable, visit } from './syntax-tree.ts'

/**
 * Saves arguments of functions that are called where they stand, as the minifier leaves those that are called once: where a
 * parameter only gives another name to a variable, and neither ever changes, the function knows the variable anyway.
 * Each variable needs a name of its own, lest the function has another one by that name.
 */
export const dropArguments = (ast: Node): void => {
  const changing = findChanging(ast)
  const isConstant = (node: Node, type: string) => node.TYPE === type && !changing.has(node.thedef)
  visit(ast, ({ TYPE, expression, args = [] }) => {
    if (TYPE !== 'Call' || expression!.TYPE !== 'Arrow' || args.some((arg) => arg.TYPE === 'Expand')) return
    const parameters = expression!.argnames!
    for (let at = Math.min(parameters.length, args.length); at--;) {
      const [parameter, argument] = [parameters[at]!, args[at]!]
      if (!isConstant(parameter, 'SymbolFunarg') || !isConstant(argument, 'SymbolRef')) continue
      parameter.thedef!.mangled_name = argument.thedef!.mangled_name
      parameters.splice(at, 1)
      args.splice(at, 1)
    }
  })
}

/** Variables that get a value after their declaration. */
const findChanging = (ast: Node) => {
  const changing = new Set<Variable | undefined>()
  const addAll = (target: Node) => visit(target, ({ thedef }) => changing.add(thedef))
  visit(ast, ({ TYPE, left, operator, expression, init }) => {
    if (TYPE === 'Assign') addAll(left!)
    if (operator === '++' || operator === '--') addAll(expression!)
    if (TYPE === 'ForIn' || TYPE === 'ForOf') addAll(init!)
  })
  return changing
}
