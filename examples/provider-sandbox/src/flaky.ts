import type { Call, Fault } from './http.ts'
import { createRandom } from './random.ts'

const isSignIn = ({ path }: Call) => /oauth|\/o\/|token$|revoke$/.test(path)

/** So many of a hundred answers of an API are a 500, and as many a 429 that asks to wait for a second. The same every time. */
export function flaky(percent: number): Fault {
  const random = createRandom(11)
  return (call) => {
    if (isSignIn(call)) return null
    const drawn = random() * 100
    if (drawn < percent) return { status: 500, body: '<html>Something went wrong</html>' }
    if (drawn >= 2 * percent) return null
    return { status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '1' } }
  }
}
