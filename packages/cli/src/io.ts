/**
 * What a command may touch besides the network and files: handed in, so that tests can look at it. A terminal shows what
 * is written to it and obeys none of it (`guarded`); `terminalOf` is for what svc itself commands.
 */
export interface Io {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  stdin: NodeJS.ReadStream
  env: Readonly<Record<string, string | undefined>>
}

/** What providers of CI set in each job; several of them set no `CI`. */
const providerMarkers = [
  'APPVEYOR',
  'BITBUCKET_BUILD_NUMBER',
  'BUILDKITE',
  'CIRCLECI',
  'CODEBUILD_BUILD_ID',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'TF_BUILD',
  'TRAVIS',
]

/** Whether output is for a program: asked for, or nobody looks at it. */
export function isJsonMode(asked: boolean, { stdout, stdin, env }: Io): boolean {
  if (asked || !stdout.isTTY || !stdin.isTTY || env.TERM === 'dumb') return true
  return env.CI === 'true' || env.CI === '1' || providerMarkers.some((name) => Boolean(env[name]))
}
