import { type Served, serve } from './http.ts'
import { type BillingA, playBillingA } from './providers/billing-a.ts'
import { createWorld, type World } from './world.ts'

export interface Sandbox {
  world: World
  billingA: BillingA & Served
  /** `SVC_PROVIDER_…` settings that point a server here. */
  environment: Record<string, string>
  close(): Promise<void>
}

/** Starts every provider that is played, each at a port of its own: from `port` on; 0 picks free ones. */
export async function startSandbox({
  port = 0,
  ...options
}: { port?: number; companies?: number; seed?: number; now?: number } = {}): Promise<Sandbox> {
  const world = createWorld(options)
  const billing = playBillingA(world)
  const billingA = Object.assign(await serve(billing.player, { port }), billing)
  return {
    world,
    billingA,
    environment: { SVC_PROVIDER_BILLING_A_BASE_URL: billingA.origin },
    close: () => billingA.close(),
  }
}
