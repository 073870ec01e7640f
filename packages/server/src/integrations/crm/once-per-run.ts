import type { ProviderApi } from '../provider.ts'

/** Asks once for what every page needs, such as the owners' names: again when the API is opened anew, or after a failure. */
export function oncePerRun<Result>(
  load: (api: ProviderApi) => Promise<Result>,
): (api: ProviderApi) => Promise<Result> {
  const loaded = new WeakMap<ProviderApi, Promise<Result>>()
  return (api) => {
    const known = loaded.get(api)
    if (known !== undefined) return known
    const loading = load(api)
    loaded.set(api, loading)
    loading.catch(() => loaded.delete(api))
    return loading
  }
}
