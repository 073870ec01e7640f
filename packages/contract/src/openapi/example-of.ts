import type * as v from 'valibot'
import { components } from './components.ts'
import { textOfType } from './texts.ts'

/** What the docstring of an input shows by `@example`: a valid input. An empty one where it shows none. */
export function exampleOf(input: v.GenericSchema): unknown {
  const name = Object.keys(components).find((known) => components[known] === input)
  return name === undefined ? {} : (textOfType(name).examples?.[0] ?? {})
}
