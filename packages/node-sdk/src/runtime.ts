/** `process` where there is one: Node, Bun, Deno. Edge runtimes and browsers have none. */
export function hostProcess(): NodeJS.Process | undefined {
  return globalThis.process
}

/** A variable of the environment, trimmed; undefined when it is missing or blank. */
export function environment(name: string): string | undefined {
  return hostProcess()?.env?.[name]?.trim() || undefined
}
