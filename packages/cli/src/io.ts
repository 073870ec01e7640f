/** What a command may touch besides the network and files: handed in, so that tests can look at it. */
export interface Io {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  stdin: NodeJS.ReadStream
  env: Readonly<Record<string, string | undefined>>
}

/** Whether output is for a program: asked for, or nobody looks at it. */
export function isJsonMode(asked: boolean, { stdout, stdin, env }: Io): boolean {
  if (asked || !stdout.isTTY || !stdin.isTTY || env.TERM === 'dumb') return true
  return env.CI === 'true' || env.CI === '1'
}
