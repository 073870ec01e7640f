/** In place of `projector/process/child-program.ts`: the program as it is built, which starts four times as fast as its source. */
export const childProgram = {
  file: new URL('../../packages/server/dist/duckdb-child.js', import.meta.url),
  execArgv: ['--max-old-space-size=512'],
}
