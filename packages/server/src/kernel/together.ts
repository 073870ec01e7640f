/**
 * What is asked for one by one within a turn of the event loop is read by one call: a statement for fifty costs hardly
 * more than one for one. `read` gets each key once, at most `atMost` of them; what it doesn't return is undefined.
 */
export function together<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  atMost = 50,
): (key: string) => Promise<Value | undefined> {
  let keys = new Set<string>()
  let answer: Promise<ReadonlyMap<string, Value>> | null = null
  return async (key) => {
    if (keys.size >= atMost && !keys.has(key)) answer = null
    if (answer === null) {
      const asked = (keys = new Set<string>())
      answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
        if (keys === asked) answer = null
        return read([...asked])
      })
    }
    keys.add(key)
    return (await answer).get(key)
  }
}
