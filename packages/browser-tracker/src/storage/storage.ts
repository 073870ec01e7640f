/** A string store that can't fail. */
export interface Storage {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  /** Keys that begin with `prefix`, in order. */
  keys: (prefix: string) => string[]
}

/**
 * Local storage where it works; memory for what it refuses, because it is full, blocked or absent, and for
 * everything when `durable` is false.
 */
export const createStorage = (durable = true): Storage => {
  const memory = new Map<string, string>()
  const disk = <Result>(use: (storage: globalThis.Storage) => Result): Result | undefined => {
    try {
      return durable ? use(localStorage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => memory.get(key) || disk((storage) => storage.getItem(key)) || null,
    set(key, value) {
      memory.set(key, value)
      disk((storage) => {
        storage.setItem(key, value)
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      disk((storage) => storage.removeItem(key))
    },
    keys: (prefix) =>
      [...memory.keys(), ...(disk(Object.keys) || [])].filter((key) => !key.indexOf(prefix)).sort(),
  }
}
