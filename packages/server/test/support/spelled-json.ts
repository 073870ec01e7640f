import fc from 'fast-check'

/**
 * A JSON text of a value, spelled as nobody's library would but as JSON allows: white space, characters as escapes, numbers
 * with exponents, names that come twice. `hidden` stands under the earlier of two names.
 */
export function spelledJson(value: unknown, hidden: string): fc.Arbitrary<string> {
  const choices = fc.infiniteStream(fc.nat({ max: 99 }))
  return choices.map((stream) => {
    const below = (percent: number) => (stream.next().value as number) < percent
    const blank = () => (below(5) ? [' ', '\n', '\t', '\r\n  '][(stream.next().value as number) % 4]! : '')
    const isEscaped = below(40)
    const character = (unit: string) => {
      if (unit === '/' && below(50)) return String.raw`\/`
      return isEscaped && below(3) ? String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit
    }
    const text = (string: string) => {
      const json = JSON.stringify(string)
      return json.includes('\\') ? json : `"${json.slice(1, -1).split('').map(character).join('')}"`
    }
    const number = (json: string) => (below(20) ? `${json}${json.includes('e') ? '' : 'e0'}` : json)
    const write = (node: unknown): string => {
      if (typeof node === 'string') return text(node)
      if (typeof node === 'number') return number(Object.is(node, -0) ? '-0' : JSON.stringify(node))
      if (Array.isArray(node)) return `[${node.map((item) => blank() + write(item) + blank()).join(',')}]`
      if (typeof node !== 'object' || node === null) return JSON.stringify(node)
      const fields = Object.entries(node).map(
        ([name, field]) => `${blank()}${text(name)}${blank()}:${blank()}${write(field)}${blank()}`,
      )
      const [name] = Object.keys(node)
      if (name !== undefined && below(10)) fields.unshift(`${text(name)}:${write({ to: [hidden] })}`)
      return `{${fields.join(',')}}`
    }
    return `${blank()}${write(value)}${blank()}`
  })
}
