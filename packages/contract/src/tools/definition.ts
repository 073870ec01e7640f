import type * as v from 'valibot'
import type { CommandLayout } from '../command-layout.ts'
import type { Grant } from '../grants.ts'

/** What the contract says of one tool. */
export interface ToolDefinition {
  name: string
  title: string
  /** Written for an agent that chooses among tools. */
  description: string
  grant: Grant
  /** True when a call changes nothing: it may be repeated at will. */
  readOnly: boolean
  commandId: string
  /** Its command of `svc`; null: a command made by hand does more. Default `svc tools <name>`. */
  svc?: CommandLayout | null
  /** Strict: an unknown key is an issue that names it. Defaults are filled in. */
  input: v.GenericSchema
  output: v.GenericSchema
}
