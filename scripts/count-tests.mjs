// `node scripts/count-tests.mjs <vitest's JSON report> [name of a failed check …]`: prints `N passed, N failed`.
import { existsSync, readFileSync } from 'node:fs'

const [report, ...failedChecks] = process.argv.slice(2)
const { passed, failed, skipped } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : { passed: 0, failed: 0, skipped: 0 }

// A failed check counts as one failure, the tests' own only where they counted none: a report that says
// "0 failed" is never the last line of a run that failed.
const failures = failed + failedChecks.filter((name) => name !== 'tests' || failed === 0).length
process.stdout.write(`${passed} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ''}\n`)

function count({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  }
}
