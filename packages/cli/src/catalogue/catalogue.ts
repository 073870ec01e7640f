import type { CommandLayout } from '@customer-intel/contract/command-layout'

/** One value that a tool or a route takes, as a flag or an argument states it. */
export interface Field {
  /** As the API names it. */
  name: string
  type: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'choices' | 'texts' | 'traits' | 'json'
  /** What a choice may be. */
  values?: readonly string[]
  min?: number
  max?: number
  required?: true
  /** The word `null` states nothing. */
  nullable?: true
  default?: string | number | boolean
  /** For people. */
  about?: string
}

/** A tool of the gateway. */
export interface ToolEntry {
  name: string
  title: string
  description: string
  readOnly: boolean
  grant: string
  layouts: readonly CommandLayout[]
  fields: readonly Field[]
  /** The field of the answer that is its list. */
  list?: string
}

/** A route that takes an API key. */
export interface RouteEntry {
  operation: string
  tag: string
  summary: string
  method: string
  path: string
  grant?: string
  layouts: readonly CommandLayout[]
  /** Parameters in the path. */
  params: readonly Field[]
  query: readonly Field[]
  body: readonly Field[]
  list?: string
}

/** What the service can do: made from the contract, so that the command line names nothing twice. */
export interface Catalogue {
  tools: readonly ToolEntry[]
  routes: readonly RouteEntry[]
}
