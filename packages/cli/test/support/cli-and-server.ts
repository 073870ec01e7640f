import { afterAll } from 'vitest'
import { type BuiltCli, buildCli } from './built-cli.ts'
import { type RealServer, startRealServer } from './real-server.ts'

/** The CLI as it is published and a real server, for all tests of a file; both go with it. */
export async function startCliAndServer(
  ...options: Parameters<typeof startRealServer>
): Promise<{ cli: BuiltCli; server: RealServer }> {
  const cli = buildCli()
  afterAll(cli.remove)
  const server = await startRealServer(...options)
  afterAll(server.close)
  return { cli, server }
}
