import { hostProcess } from './runtime.ts'

/** Replaced by the build with the package's own version. */
declare const __SDK_VERSION__: string | undefined

export const version = typeof __SDK_VERSION__ === 'string' ? __SDK_VERSION__ : '0.0.0-source'

/** What the SDK calls itself in requests, with the runtime it was loaded by. */
export function userAgent(): string {
  const { bun, node }: Partial<NodeJS.ProcessVersions> = hostProcess()?.versions ?? {}
  const runtime = bun ? `bun/${bun}` : node ? `node/${node}` : 'edge'
  return `customer-intel-node/${version} ${runtime}`
}
