import { type Node, type Variable, visit } from './syntax-tree.ts'

// The minifier puts a function that is called once where it is called, but leaves the call: `((a,b)=>{…})(c,d)`.

/**
 * Drops arguments of such calls: where a parameter only gives another name to a variable, and neither ever changes, the
 * function knows the variable anyway. Each variable needs a name of its own, lest the function has another one by that
 * name.
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

/** Leaves of such calls only what the functions do: `{…}` for the statement `(()=>{…})()`. */
export const unwrapCalls = (ast: Node): void => {
  const statements: Node[] = []
  let block: object | undefined
  visit(ast, (node) => {
    if (node.TYPE === 'BlockStatement') block = Object.getPrototypeOf(node) as object
    if (node.TYPE === 'SimpleStatement' && isWrapper(node.body as Node)) statements.push(node)
  })
  if (!block) return
  for (const statement of statements) {
    const { expression } = statement.body as Node
    Object.setPrototypeOf(statement, block)
    statement.body = expression!.body
  }
}

const isWrapper = ({ TYPE, expression, args }: Node) =>
  TYPE === 'Call' &&
  expression!.TYPE === 'Arrow' &&
  !expression!.is_async &&
  args!.length + expression!.argnames!.length === 0 &&
  Array.isArray(expression!.body) &&
  !expression!.body.some(leavesFunction)

/** Whether a statement ends its function, or declares something for all of it. */
const leavesFunction = (statement: Node) => {
  let leaves = false
  visit(statement, ({ TYPE }) => {
    leaves ||= /^(Return|Var|Defun)$/.test(TYPE)
    return !/^(Arrow|Function|Accessor|Defun)$/.test(TYPE)
  })
  return leaves
}
