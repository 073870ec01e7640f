import { describe, expect, it } from 'vitest'
import { type Io, isJsonMode } from '../src/io.ts'

const terminal = (env: Io['env']) =>
  ({ stdout: { isTTY: true }, stdin: { isTTY: true }, stderr: { isTTY: true }, env }) as Io

describe('JSON in a terminal', () => {
  it.each(['TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION', 'CODEBUILD_BUILD_ID', 'GITHUB_ACTIONS'])(
    'is printed where %s tells of CI',
    (name) => {
      expect(isJsonMode(false, terminal({ [name]: 'true' }))).toBe(true)
      expect(isJsonMode(false, terminal({ [name]: '' }))).toBe(false)
    },
  )

  it('is not printed to a person, nor where CI is denied', () => {
    expect(isJsonMode(false, terminal({ TERM: 'xterm' }))).toBe(false)
    expect(isJsonMode(false, terminal({ CI: 'false' }))).toBe(false)
  })
})
