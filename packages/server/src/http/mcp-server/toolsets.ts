import { cutText } from '@customer-intel/contract'
import { nearest } from '../../kernel/nearest.ts'
import { AppError } from '../../kernel/errors.ts'
import { commandAreas } from './commands.ts'

/** Which tools `tools/list` has; all others can be called as well, by name. */
export interface ToolSelection {
  /** `questions`, `commands`, `all`, or an area of commands such as `automation`. */
  toolsets: ReadonlySet<string>
  /** Whether the list has output schemas, which take more of an assistant's context than everything else. */
  outputSchemas: boolean
}

/** The tools that answer questions, and the commands behind four general tools. */
const byDefault = 'questions,commands'

/** Reads what a client chose, by a parameter of the address or a header. Throws an AppError for an unknown name. */
export function readSelection({
  toolsets,
  outputSchemas,
}: {
  toolsets: string | null
  outputSchemas: string | null
}): ToolSelection {
  const known = ['questions', 'commands', 'all', ...commandAreas()]
  const names = (toolsets ?? '').split(',').map((name) => name.trim().toLowerCase())
  const chosen = names.filter((name) => name !== '')
  for (const name of chosen) {
    if (known.includes(name)) continue
    const message = `There is no toolset ${cutText(name, 50)}; did you mean ${nearest(cutText(name, 50), known)}? There are ${known.join(', ')}`
    throw new AppError('INVALID_REQUEST', message)
  }
  return {
    toolsets: new Set(chosen.length > 0 ? chosen : byDefault.split(',')),
    outputSchemas: outputSchemas === 'true' || outputSchemas === '1',
  }
}
