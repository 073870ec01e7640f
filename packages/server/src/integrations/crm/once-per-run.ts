import type { ProviderApi } from '../provider.ts'

/** Fetches once per run what every page needs, such as the owners' names; again after a failure. */
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
