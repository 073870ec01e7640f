/** The program of the process that holds the database, and the arguments of Node.js for it. From source it needs tsx. */
export const childProgram = import.meta.url.endsWith('.ts')
  ? { file: new URL('./child.ts', import.meta.url), execArgv: ['--import', 'tsx'] }
  : {
      file: new URL('./duckdb-child.js', import.meta.url),
      execArgv: ['--max-old-space-size=512', '--max-semi-space-size=64'],
    }
